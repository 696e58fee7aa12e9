import { createRouter } from '../../lib/platform/http/router.ts'
import { createAssortment } from './assortments/create.ts'
import { getAssortment } from './assortments/get.ts'
import { listAssortments } from './assortments/list.ts'
import { updateAssortment } from './assortments/update.ts'
import { listAssortmentVariants } from './assortments/variants/list.ts'
import { takeVariantOutOfAssortment } from './assortments/variants/remove.ts'
import { putVariantInAssortment } from './assortments/variants/set.ts'
import { archiveCategory } from './categories/archive.ts'
import { createCategory } from './categories/create.ts'
import { deleteCategory } from './categories/delete.ts'
import { getCategory } from './categories/get.ts'
import { listCategories } from './categories/list.ts'
import { restoreCategory } from './categories/restore.ts'
import { updateCategory } from './categories/update.ts'
import { activateProduct } from './products/activate.ts'
import { archiveProduct } from './products/archive.ts'
import { createProduct } from './products/create.ts'
import { getProduct } from './products/get.ts'
import { listProducts } from './products/list.ts'
import { restoreProduct } from './products/restore.ts'
import { updateProduct } from './products/update.ts'
import { createVariant } from './variants/create.ts'
import { getVariant } from './variants/get.ts'
import { listVariants } from './variants/list.ts'
import { updateVariant } from './variants/update.ts'

export const endpoints = {
  listProducts,
  createProduct,
  getProduct,
  updateProduct,
  activateProduct,
  archiveProduct,
  restoreProduct,
  listVariants,
  createVariant,
  getVariant,
  updateVariant,
  listCategories,
  createCategory,
  getCategory,
  updateCategory,
  archiveCategory,
  restoreCategory,
  deleteCategory,
  listAssortments,
  createAssortment,
  getAssortment,
  updateAssortment,
  listAssortmentVariants,
  putVariantInAssortment,
  takeVariantOutOfAssortment,
}

export const handler = createRouter(endpoints)
