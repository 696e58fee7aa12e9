export const ACCOUNT = `query Account {
  account { request_id data { id legacy_id warehouses { id legacy_id } } }
}`

export const ORDERS = `query Orders($order_number: String!, $customer_account_id: String) {
  orders(order_number: $order_number, customer_account_id: $customer_account_id) {
    request_id
    data(first: 5) {
      edges {
        node {
          id
          order_number
          partner_order_id
          fulfillment_status
          updated_at
          holds { fraud_hold address_hold shipping_method_hold operator_hold payment_hold client_hold }
          line_items(first: 100) { edges { node { id sku quantity } } }
        }
      }
    }
  }
}`

export const SHIPMENTS = `query Shipments($order_id: String!, $customer_account_id: String) {
  shipments(order_id: $order_id, customer_account_id: $customer_account_id, voided: false) {
    request_id
    data(first: 25) {
      edges {
        node {
          id
          created_date
          shipped_off_shiphero
          line_items(first: 100) { edges { node { shipping_label_id line_item_id quantity } } }
          shipping_labels { id status carrier shipping_method tracking_number tracking_url delivered created_date }
        }
      }
    }
  }
}`

export const CREATE = `mutation OrderCreate($data: CreateOrderInput!) {
  order_create(data: $data) { request_id order { id order_number } }
}`

export const CANCEL = `mutation OrderCancel($data: CancelOrderInput!) {
  order_cancel(data: $data) { request_id order { id fulfillment_status } }
}`

export const PRODUCTS = `query Products($after: String, $customer_account_id: String) {
  products(customer_account_id: $customer_account_id) {
    request_id
    data(first: 50, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { sku warehouse_products { warehouse_id on_hand } } }
    }
  }
}`

export const PURCHASE_ORDER = `query PurchaseOrder($po_number: String!) {
  purchase_order(po_number: $po_number) { request_id data { id po_number } }
}`

export const CREATE_PURCHASE_ORDER = `mutation PurchaseOrderCreate($data: CreatePurchaseOrderInput!) {
  purchase_order_create(data: $data) { request_id purchase_order { id po_number } }
}`
