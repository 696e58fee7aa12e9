"""Signs in for schemathesis, and again every few minutes, because access tokens end."""

import json
import os
import urllib.request

import schemathesis

API = os.environ["JUDGED_API"]


def call(method, path, token=None, body=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(API + path, data, headers, method=method)) as answer:
        return json.load(answer)


@schemathesis.auth(refresh_interval=240)
class DemoMember:
    def get(self, case, context):
        member = {"email": os.environ["JUDGED_EMAIL"], "password": os.environ["JUDGED_PASSWORD"]}
        signed_in = call("POST", "/api/v1/iam/auth/login", body=member)["accessToken"]
        # The member may have got more tenants meanwhile; the first one is the demo tenant.
        tenants = call("GET", "/api/iam/tenants", signed_in)["member"]
        first = min(tenant["id"] for tenant in tenants)
        return call("POST", "/api/iam/auth/select-tenant", signed_in, {"tenantId": first})["accessToken"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"
