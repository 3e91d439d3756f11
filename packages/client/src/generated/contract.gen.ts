// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { TestContract } from '../testing/seeds.ts';

export const contract: TestContract = {
 "operations": [
  {
   "id": "listItems",
   "method": "GET",
   "path": "/items",
   "scope": "items.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name",
       "itemCode",
       "price"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "groupId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "brandId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "taxId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "stockStatus",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/StockStatus"
     }
    },
    {
     "name": "weighingScale",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Flag"
     }
    },
    {
     "name": "type",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ItemType"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "itemCode",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ItemCode"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createItem",
   "method": "POST",
   "path": "/items",
   "scope": "items.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/ItemCreate"
   },
   "status": 201
  },
  {
   "id": "batchItems",
   "method": "POST",
   "path": "/items/batch",
   "scope": "items.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "atomic",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/ItemBatch"
   },
   "bodyBytes": 4194304,
   "status": 200
  },
  {
   "id": "getItem",
   "method": "GET",
   "path": "/items/{id}",
   "scope": "items.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "required": true,
     "schema": {
      "type": "string",
      "pattern": "^[1-9][0-9]{0,15}$",
      "x-tillgate-rule": "must be a positive integer of at most 16 digits",
      "maxLength": 16
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateItem",
   "method": "PATCH",
   "path": "/items/{id}",
   "scope": "items.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/ItemUpdate"
   },
   "status": 200
  },
  {
   "id": "getItemStock",
   "method": "GET",
   "path": "/items/{id}/stock",
   "scope": "items.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "required": true,
     "schema": {
      "type": "string",
      "pattern": "^[1-9][0-9]{0,15}$",
      "x-tillgate-rule": "must be a positive integer of at most 16 digits",
      "maxLength": 16
     }
    },
    {
     "name": "at",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "knownAt",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listCategories",
   "method": "GET",
   "path": "/categories",
   "scope": "categories.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name",
       "sortOrder"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createCategory",
   "method": "POST",
   "path": "/categories",
   "scope": "categories.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/CategoryCreate"
   },
   "status": 201
  },
  {
   "id": "getCategory",
   "method": "GET",
   "path": "/categories/{id}",
   "scope": "categories.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateCategory",
   "method": "PATCH",
   "path": "/categories/{id}",
   "scope": "categories.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/CategoryUpdate"
   },
   "status": 200
  },
  {
   "id": "listBrands",
   "method": "GET",
   "path": "/brands",
   "scope": "brands.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createBrand",
   "method": "POST",
   "path": "/brands",
   "scope": "brands.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/BrandCreate"
   },
   "status": 201
  },
  {
   "id": "getBrand",
   "method": "GET",
   "path": "/brands/{id}",
   "scope": "brands.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateBrand",
   "method": "PATCH",
   "path": "/brands/{id}",
   "scope": "brands.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/BrandUpdate"
   },
   "status": 200
  },
  {
   "id": "listMenus",
   "method": "GET",
   "path": "/menus",
   "scope": "menus.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "delivery",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ChannelFilter"
     }
    },
    {
     "name": "takeaway",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ChannelFilter"
     }
    },
    {
     "name": "online",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ChannelFilter"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createMenuWithItems",
   "method": "POST",
   "path": "/menus/create-with-items",
   "scope": "menus.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/MenuCreate"
   },
   "status": 201
  },
  {
   "id": "getMenuFull",
   "method": "GET",
   "path": "/menus/{id}/full",
   "scope": "menus.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateMenuWithItems",
   "method": "PATCH",
   "path": "/menus/{id}/update-with-items",
   "scope": "menus.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/MenuUpdate"
   },
   "status": 200
  },
  {
   "id": "listModifiers",
   "method": "GET",
   "path": "/modifiers",
   "scope": "modifiers.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "itemSearch",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createModifier",
   "method": "POST",
   "path": "/modifiers",
   "scope": "modifiers.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/ModifierGroupCreate"
   },
   "status": 201
  },
  {
   "id": "updateModifier",
   "method": "PATCH",
   "path": "/modifiers/{id}",
   "scope": "modifiers.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/ModifierGroupUpdate"
   },
   "status": 200
  },
  {
   "id": "getModifierFull",
   "method": "GET",
   "path": "/modifiers/{id}/full",
   "scope": "modifiers.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listPurchaseOrders",
   "method": "GET",
   "path": "/purchase-orders",
   "scope": "purchase_orders.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/RowStatus"
     }
    },
    {
     "name": "includeVoided",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "includeLines",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": true
     }
    },
    {
     "name": "fromDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/DateBound"
     }
    },
    {
     "name": "toDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/DateBound"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "orderDate",
       "orderNo",
       "total"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "supplierId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "storeIds",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "purchStatus",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/PurchStatus"
     }
    },
    {
     "name": "orderNos",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/OrderNo"
      }
     }
    },
    {
     "name": "provider",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
      "x-tillgate-rule": "must be a single line of text"
     }
    },
    {
     "name": "transactions",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createPurchaseOrder",
   "method": "POST",
   "path": "/purchase-orders",
   "scope": "purchase_orders.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "receive",
     "in": "query",
     "required": true,
     "schema": {
      "type": "boolean"
     }
    },
    {
     "name": "receivedAt",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderCreate"
   },
   "status": 201
  },
  {
   "id": "getPurchaseOrder",
   "method": "GET",
   "path": "/purchase-orders/{id}",
   "scope": "purchase_orders.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updatePurchaseOrder",
   "method": "PATCH",
   "path": "/purchase-orders/{id}",
   "scope": "purchase_orders.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderUpdate"
   },
   "status": 200
  },
  {
   "id": "receivePurchaseOrder",
   "method": "PATCH",
   "path": "/purchase-orders/{id}/receive",
   "scope": "purchase_orders.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderReceipt"
   },
   "status": 200
  },
  {
   "id": "listStockTransfers",
   "method": "GET",
   "path": "/stock-transfers",
   "scope": "stock_transfers.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/RowStatus"
     }
    },
    {
     "name": "includeVoided",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "includeLines",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": true
     }
    },
    {
     "name": "fromDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/DateBound"
     }
    },
    {
     "name": "toDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/DateBound"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "date",
       "transferNo"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "fromStoreId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "toStoreId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "transferStatus",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/TransferStatus"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createStockTransfer",
   "method": "POST",
   "path": "/stock-transfers",
   "scope": "stock_transfers.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "receive",
     "in": "query",
     "required": true,
     "schema": {
      "type": "boolean"
     }
    },
    {
     "name": "receivedAt",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/StockTransferCreate"
   },
   "status": 201
  },
  {
   "id": "getStockTransfer",
   "method": "GET",
   "path": "/stock-transfers/{id}",
   "scope": "stock_transfers.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateStockTransfer",
   "method": "PATCH",
   "path": "/stock-transfers/{id}",
   "scope": "stock_transfers.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/StockTransferUpdate"
   },
   "status": 200
  },
  {
   "id": "receiveStockTransfer",
   "method": "PATCH",
   "path": "/stock-transfers/{id}/receive",
   "scope": "stock_transfers.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/StockTransferReceipt"
   },
   "status": 200
  },
  {
   "id": "listStockAdjustments",
   "method": "GET",
   "path": "/stock-adjustments",
   "scope": "stock_adjustments.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "fromDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/BusinessDate"
     }
    },
    {
     "name": "toDate",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/BusinessDate"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "type": "string",
       "pattern": "^[1-9][0-9]{0,15}$",
       "x-tillgate-rule": "must be a positive integer of at most 16 digits",
       "maxLength": 16
      }
     }
    },
    {
     "name": "type",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/StockAdjustmentType"
     }
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/StockAdjustmentStatus"
     }
    },
    {
     "name": "includeLines",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": true
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "createStockAdjustment",
   "method": "POST",
   "path": "/stock-adjustments",
   "scope": "stock_adjustments.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "post",
     "in": "query",
     "required": true,
     "schema": {
      "type": "boolean"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/StockAdjustmentCreate"
   },
   "status": 201
  },
  {
   "id": "getStockAdjustment",
   "method": "GET",
   "path": "/stock-adjustments/{id}",
   "scope": "stock_adjustments.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "updateStockAdjustment",
   "method": "PATCH",
   "path": "/stock-adjustments/{id}",
   "scope": "stock_adjustments.write",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "dryRun",
     "in": "query",
     "schema": {
      "type": "boolean",
      "default": false
     }
    },
    {
     "name": "If-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    },
    {
     "name": "Idempotency-Key",
     "in": "header",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 255,
      "pattern": "^[!-~]([ -~]*[!-~])?$",
      "x-tillgate-rule": "must contain only printable ASCII characters and must not begin or end with a space"
     }
    }
   ],
   "streams": false,
   "body": {
    "$ref": "#/components/schemas/StockAdjustmentUpdate"
   },
   "status": 200
  },
  {
   "id": "listStockMovements",
   "method": "GET",
   "path": "/stock-movements",
   "scope": "items.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "itemId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "documentKind",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/DocumentKind"
     }
    },
    {
     "name": "documentId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "from",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "to",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "listStores",
   "method": "GET",
   "path": "/stores",
   "scope": "stores.read",
   "products": [
    "FULL",
    "ONLINE_ORDER",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "getStore",
   "method": "GET",
   "path": "/stores/{id}",
   "scope": "stores.read",
   "products": [
    "FULL",
    "ONLINE_ORDER",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listOpenOrders",
   "method": "GET",
   "path": "/stores/{id}/open-orders",
   "scope": "orders.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "openedAt",
       "updatedAt"
      ],
      "default": "openedAt"
     }
    },
    {
     "name": "channel",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Channel"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "getDailySales",
   "method": "GET",
   "path": "/reports/daily-sales",
   "scope": "reports.read",
   "products": [
    "FULL",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "from",
     "in": "query",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/BusinessDay"
     }
    },
    {
     "name": "to",
     "in": "query",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/BusinessDay"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listSalesByItem",
   "method": "GET",
   "path": "/reports/sales-by-item",
   "scope": "reports.read",
   "products": [
    "FULL",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "from",
     "in": "query",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/BusinessDay"
     }
    },
    {
     "name": "to",
     "in": "query",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/BusinessDay"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "net",
       "gross",
       "quantity"
      ],
      "default": "net"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "listStockOnHand",
   "method": "GET",
   "path": "/reports/stock-on-hand",
   "scope": "reports.read",
   "products": [
    "FULL",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "itemId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "listChanges",
   "method": "GET",
   "path": "/changes",
   "scope": "stores.read",
   "products": [
    "FULL",
    "ONLINE_ORDER",
    "ADSR"
   ],
   "acceptsKey": true,
   "parameters": [
    {
     "name": "companyId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "after",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 8192,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     }
    },
    {
     "name": "resources",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 14,
      "items": {
       "$ref": "#/components/schemas/ChangedResource"
      }
     }
    },
    {
     "name": "storeId",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 500,
      "default": 100
     }
    },
    {
     "name": "include",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "record"
      ]
     }
    },
    {
     "name": "wait",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "maximum": 30,
      "default": 0
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listSuppliers",
   "method": "GET",
   "path": "/suppliers",
   "scope": "suppliers.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  },
  {
   "id": "getSupplier",
   "method": "GET",
   "path": "/suppliers/{id}",
   "scope": "suppliers.read",
   "products": [
    "FULL"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "required": true,
     "schema": {
      "$ref": "#/components/schemas/Id"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": false,
   "status": 200
  },
  {
   "id": "listTaxes",
   "method": "GET",
   "path": "/taxes",
   "scope": "taxes.read",
   "products": [
    "FULL",
    "ONLINE_ORDER"
   ],
   "acceptsKey": false,
   "parameters": [
    {
     "name": "order",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "asc",
       "desc"
      ],
      "default": "desc"
     }
    },
    {
     "name": "page",
     "in": "query",
     "schema": {
      "type": "integer",
      "minimum": 1,
      "default": 1
     }
    },
    {
     "name": "limit",
     "in": "query",
     "schema": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "maximum": 100,
      "default": 10
     }
    },
    {
     "name": "cursor",
     "in": "query",
     "schema": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2048,
      "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
      "x-tillgate-rule": "must be the nextCursor of an earlier page"
     },
     "excludes": [
      "page"
     ]
    },
    {
     "name": "status",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Status"
     }
    },
    {
     "name": "sort",
     "in": "query",
     "schema": {
      "type": "string",
      "enum": [
       "entryDate",
       "updatedAt",
       "name"
      ],
      "default": "entryDate"
     }
    },
    {
     "name": "search",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/SearchText"
     }
    },
    {
     "name": "ids",
     "in": "query",
     "schema": {
      "type": "array",
      "minItems": 1,
      "maxItems": 100,
      "items": {
       "$ref": "#/components/schemas/Id"
      }
     }
    },
    {
     "name": "externalId",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/ExternalId"
     }
    },
    {
     "name": "updatedFrom",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "updatedTo",
     "in": "query",
     "schema": {
      "$ref": "#/components/schemas/Instant"
     }
    },
    {
     "name": "If-None-Match",
     "in": "header",
     "schema": {
      "type": "string",
      "maxLength": 1024,
      "pattern": "^[ -~]*$",
      "x-tillgate-rule": "must contain only printable ASCII characters"
     }
    }
   ],
   "streams": true,
   "status": 200
  }
 ],
 "schemas": {
  "AdjustmentNo": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "AllowedAction": {
   "type": "object",
   "required": [
    "action",
    "allowed",
    "code",
    "reason"
   ],
   "properties": {
    "action": {
     "type": "string",
     "enum": [
      "update",
      "receive",
      "void",
      "post"
     ]
    },
    "allowed": {
     "type": "boolean"
    },
    "code": {
     "type": [
      "string",
      "null"
     ],
     "enum": [
      "partner.state_conflict",
      null
     ]
    },
    "reason": {
     "type": [
      "string",
      "null"
     ],
     "maxLength": 255,
     "pattern": "^[^\\u0000\\uD800-\\uDFFF]*$",
     "x-tillgate-rule": "must be valid Unicode text without null characters"
    }
   }
  },
  "AllowedActions": {
   "type": "array",
   "maxItems": 10,
   "items": {
    "$ref": "#/components/schemas/AllowedAction"
   }
  },
  "AvailabilityWindow": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "day",
    "from",
    "to"
   ],
   "properties": {
    "day": {
     "type": "integer",
     "format": "int32",
     "minimum": 0,
     "maximum": 6
    },
    "from": {
     "type": "string",
     "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$",
     "x-tillgate-rule": "must be a time in the form HH:MM, from 00:00 to 23:59",
     "maxLength": 5
    },
    "to": {
     "type": "string",
     "pattern": "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$",
     "x-tillgate-rule": "must be a time in the form HH:MM, from 00:00 to 24:00",
     "maxLength": 5
    }
   }
  },
  "Barcodes": {
   "type": "array",
   "maxItems": 10,
   "uniqueItems": true,
   "items": {
    "type": "string",
    "minLength": 1,
    "maxLength": 64,
    "pattern": "^[\\u001D -~]*$",
    "x-tillgate-trim": true,
    "x-tillgate-rule": "must contain only printable ASCII characters, and GS1's separator U+001D"
   }
  },
  "BrandCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "BrandUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "BusinessDate": {
   "type": "string",
   "format": "date",
   "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD",
   "maxLength": 10
  },
  "BusinessDay": {
   "type": "string",
   "format": "date",
   "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD",
   "maxLength": 10
  },
  "CategoryCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "parentId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "sortOrder": {
     "$ref": "#/components/schemas/SortOrder"
    },
    "color": {
     "$ref": "#/components/schemas/NullableColor"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "CategoryUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "parentId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "sortOrder": {
     "$ref": "#/components/schemas/SortOrder"
    },
    "color": {
     "$ref": "#/components/schemas/NullableColor"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "ChangedMenuItem": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "price": {
     "$ref": "#/components/schemas/NullableMoney"
    },
    "sortOrder": {
     "$ref": "#/components/schemas/MenuSortOrder"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "type": {
     "$ref": "#/components/schemas/ItemType",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "itemStatus": {
     "$ref": "#/components/schemas/MenuItemStatus",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "effectivePrice": {
     "$ref": "#/components/schemas/EffectivePrice",
     "readOnly": true,
     "x-tillgate-unversioned": true
    }
   }
  },
  "ChangedMenuStore": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "storeId"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/Name",
     "readOnly": true,
     "x-tillgate-unversioned": true
    }
   }
  },
  "ChangedResource": {
   "type": "string",
   "enum": [
    "items",
    "stock",
    "categories",
    "brands",
    "menus",
    "modifiers",
    "purchaseOrders",
    "stockTransfers",
    "stockAdjustments",
    "openOrders",
    "dailySales",
    "stores",
    "suppliers",
    "taxes"
   ]
  },
  "Channel": {
   "type": "string",
   "enum": [
    "counter",
    "dineIn",
    "takeaway",
    "delivery",
    "online"
   ]
  },
  "ChannelFilter": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "Component": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    }
   }
  },
  "Cost": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
  },
  "Currency": {
   "type": "string",
   "pattern": "^[A-Z]{3}$",
   "x-tillgate-rule": "must be a currency code of three capital letters, such as GBP",
   "maxLength": 3
  },
  "DateBound": {
   "type": "string",
   "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2}))?$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD, or a date and time in RFC 3339 format with an offset, whose + is sent as %2B",
   "maxLength": 35,
   "if": {
    "pattern": "T"
   },
   "then": {
    "format": "date-time"
   },
   "else": {
    "format": "date"
   }
  },
  "DocumentDate": {
   "type": "string",
   "format": "date",
   "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD, not before 2000-01-01",
   "maxLength": 10
  },
  "DocumentKind": {
   "type": "string",
   "enum": [
    "opening",
    "purchaseOrder",
    "purchaseReturn",
    "refund",
    "sale",
    "stockAdjustment",
    "stockTransfer"
   ]
  },
  "EffectivePrice": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
  },
  "ExternalId": {
   "type": "string",
   "minLength": 1,
   "maxLength": 128,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "Flag": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1
   ]
  },
  "Id": {
   "type": "integer",
   "format": "int64",
   "minimum": 1,
   "maximum": 9007199254740991
  },
  "Instant": {
   "type": "string",
   "format": "date-time",
   "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",
   "x-tillgate-rule": "must be a date and time in RFC 3339 format with an offset, whose + is sent as %2B",
   "maxLength": 35
  },
  "ItemBatch": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "operations"
   ],
   "properties": {
    "operations": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/ItemOperation"
     }
    }
   }
  },
  "ItemCode": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "ItemCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "type": {
     "$ref": "#/components/schemas/ItemType"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "barcodes": {
     "$ref": "#/components/schemas/Barcodes"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "groupId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "brandId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "taxId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "unit": {
     "$ref": "#/components/schemas/NullableUnit"
    },
    "price": {
     "$ref": "#/components/schemas/Money"
    },
    "cost": {
     "$ref": "#/components/schemas/NullableCost"
    },
    "weighingScale": {
     "$ref": "#/components/schemas/Flag"
    },
    "trackStock": {
     "$ref": "#/components/schemas/TrackStock"
    },
    "lowStockLevel": {
     "$ref": "#/components/schemas/NullableQuantity"
    },
    "imageUrl": {
     "$ref": "#/components/schemas/NullableImageUrl"
    },
    "modifierIds": {
     "$ref": "#/components/schemas/ModifierIds"
    },
    "variants": {
     "type": "array",
     "maxItems": 250,
     "items": {
      "$ref": "#/components/schemas/NewVariant"
     }
    },
    "components": {
     "type": "array",
     "maxItems": 50,
     "items": {
      "$ref": "#/components/schemas/Component"
     }
    },
    "stores": {
     "type": "array",
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/StoreOverrideInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   },
   "allOf": [
    {
     "if": {
      "required": [
       "type"
      ],
      "properties": {
       "type": {
        "const": 1
       }
      }
     },
     "then": {
      "required": [
       "variants"
      ],
      "properties": {
       "variants": {
        "minItems": 1
       }
      }
     },
     "else": {
      "properties": {
       "variants": {
        "maxItems": 0
       }
      }
     }
    },
    {
     "if": {
      "required": [
       "type"
      ],
      "properties": {
       "type": {
        "const": 2
       }
      }
     },
     "then": {
      "required": [
       "components"
      ],
      "properties": {
       "components": {
        "minItems": 1
       },
       "trackStock": {
        "const": false
       }
      }
     },
     "else": {
      "properties": {
       "components": {
        "maxItems": 0
       }
      }
     }
    }
   ]
  },
  "ItemOperation": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "op",
    "item"
   ],
   "properties": {
    "op": {
     "type": "string",
     "enum": [
      "create",
      "update",
      "upsert"
     ]
    },
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "externalId": {
     "$ref": "#/components/schemas/ExternalId"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "item": {
     "type": "object",
     "x-tillgate-checked-apart": true,
     "anyOf": [
      {
       "$ref": "#/components/schemas/ItemCreate"
      },
      {
       "$ref": "#/components/schemas/ItemUpdate"
      }
     ]
    }
   }
  },
  "ItemType": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "ItemUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "barcodes": {
     "$ref": "#/components/schemas/Barcodes"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "groupId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "brandId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "taxId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "unit": {
     "$ref": "#/components/schemas/NullableUnit"
    },
    "price": {
     "$ref": "#/components/schemas/Money"
    },
    "cost": {
     "$ref": "#/components/schemas/NullableCost"
    },
    "weighingScale": {
     "$ref": "#/components/schemas/Flag"
    },
    "trackStock": {
     "$ref": "#/components/schemas/TrackStock"
    },
    "lowStockLevel": {
     "$ref": "#/components/schemas/NullableQuantity"
    },
    "imageUrl": {
     "$ref": "#/components/schemas/NullableImageUrl"
    },
    "modifierIds": {
     "$ref": "#/components/schemas/ModifierIds"
    },
    "variants": {
     "type": "array",
     "maxItems": 250,
     "items": {
      "$ref": "#/components/schemas/VariantInput"
     }
    },
    "components": {
     "type": "array",
     "maxItems": 50,
     "items": {
      "$ref": "#/components/schemas/Component"
     }
    },
    "stores": {
     "type": "array",
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/StoreOverrideInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "type": {
     "$ref": "#/components/schemas/ItemType",
     "readOnly": true
    },
    "currency": {
     "$ref": "#/components/schemas/Currency",
     "readOnly": true
    },
    "stock": {
     "$ref": "#/components/schemas/Stock",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "atStore": {
     "$ref": "#/components/schemas/StoreState",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "MaxSelect": {
   "type": [
    "integer",
    "null"
   ],
   "format": "int32",
   "minimum": 1,
   "maximum": 100
  },
  "MenuAvailability": {
   "type": "array",
   "maxItems": 70,
   "items": {
    "$ref": "#/components/schemas/AvailabilityWindow"
   }
  },
  "MenuCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "delivery": {
     "$ref": "#/components/schemas/Flag"
    },
    "takeaway": {
     "$ref": "#/components/schemas/Flag"
    },
    "online": {
     "$ref": "#/components/schemas/Flag"
    },
    "availability": {
     "$ref": "#/components/schemas/MenuAvailability"
    },
    "items": {
     "$ref": "#/components/schemas/MenuItems"
    },
    "stores": {
     "$ref": "#/components/schemas/MenuStores"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "MenuItemCount": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 1000
  },
  "MenuItemInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "price": {
     "$ref": "#/components/schemas/NullableMoney"
    },
    "sortOrder": {
     "$ref": "#/components/schemas/MenuSortOrder"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    }
   }
  },
  "MenuItemStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1
   ]
  },
  "MenuItems": {
   "type": "array",
   "maxItems": 1000,
   "items": {
    "$ref": "#/components/schemas/MenuItemInput"
   }
  },
  "MenuSortOrder": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 1000000
  },
  "MenuStoreIds": {
   "type": "array",
   "maxItems": 200,
   "items": {
    "$ref": "#/components/schemas/Id"
   }
  },
  "MenuStoreInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "storeId"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    }
   }
  },
  "MenuStores": {
   "type": "array",
   "maxItems": 200,
   "items": {
    "$ref": "#/components/schemas/MenuStoreInput"
   }
  },
  "MenuUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "description": {
     "$ref": "#/components/schemas/NullableText"
    },
    "delivery": {
     "$ref": "#/components/schemas/Flag"
    },
    "takeaway": {
     "$ref": "#/components/schemas/Flag"
    },
    "online": {
     "$ref": "#/components/schemas/Flag"
    },
    "availability": {
     "$ref": "#/components/schemas/MenuAvailability"
    },
    "items": {
     "type": "array",
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/ChangedMenuItem"
     }
    },
    "stores": {
     "type": "array",
     "maxItems": 200,
     "items": {
      "$ref": "#/components/schemas/ChangedMenuStore"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "itemCount": {
     "$ref": "#/components/schemas/MenuItemCount",
     "readOnly": true
    },
    "storeIds": {
     "$ref": "#/components/schemas/MenuStoreIds",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "MinSelect": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 100
  },
  "ModifierGroupCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name",
    "options"
   ],
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "minSelect": {
     "$ref": "#/components/schemas/MinSelect"
    },
    "maxSelect": {
     "$ref": "#/components/schemas/MaxSelect"
    },
    "options": {
     "type": "array",
     "minItems": 1,
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/NewModifierOption"
     }
    },
    "itemIds": {
     "$ref": "#/components/schemas/ModifierItemIds"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "ModifierGroupUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "minSelect": {
     "$ref": "#/components/schemas/MinSelect"
    },
    "maxSelect": {
     "$ref": "#/components/schemas/MaxSelect"
    },
    "options": {
     "type": "array",
     "minItems": 1,
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/ModifierOptionInput"
     }
    },
    "itemIds": {
     "$ref": "#/components/schemas/ModifierItemIds"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "items": {
     "$ref": "#/components/schemas/ModifierItems",
     "readOnly": true,
     "x-tillgate-unversioned": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "ModifierIds": {
   "type": "array",
   "maxItems": 50,
   "uniqueItems": true,
   "items": {
    "$ref": "#/components/schemas/Id"
   }
  },
  "ModifierItem": {
   "type": "object",
   "required": [
    "itemId",
    "name",
    "itemCode",
    "status"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    }
   }
  },
  "ModifierItemIds": {
   "type": "array",
   "maxItems": 500,
   "uniqueItems": true,
   "items": {
    "$ref": "#/components/schemas/Id"
   }
  },
  "ModifierItems": {
   "type": "array",
   "maxItems": 500,
   "items": {
    "$ref": "#/components/schemas/ModifierItem"
   }
  },
  "ModifierOptionInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "price": {
     "type": "string",
     "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
     "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
     "maxLength": 17
    },
    "sortOrder": {
     "$ref": "#/components/schemas/OptionSortOrder"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "itemId": {
     "$ref": "#/components/schemas/OptionItemId"
    }
   }
  },
  "Money": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
  },
  "Name": {
   "type": "string",
   "minLength": 1,
   "maxLength": 255,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "NewModifierOption": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "price": {
     "type": "string",
     "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
     "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
     "maxLength": 17
    },
    "sortOrder": {
     "$ref": "#/components/schemas/OptionSortOrder"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "itemId": {
     "$ref": "#/components/schemas/OptionItemId"
    }
   }
  },
  "NewPurchaseOrderLine": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity",
    "unitCost"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    },
    "unitCost": {
     "$ref": "#/components/schemas/Cost"
    },
    "discount": {
     "$ref": "#/components/schemas/Money"
    },
    "taxId": {
     "$ref": "#/components/schemas/NullableId"
    }
   }
  },
  "NewStockAdjustmentLine": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/Quantity"
    }
   }
  },
  "NewStockTransferLine": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    }
   }
  },
  "NewVariant": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "barcodes": {
     "$ref": "#/components/schemas/Barcodes"
    },
    "price": {
     "$ref": "#/components/schemas/NullableMoney"
    },
    "cost": {
     "$ref": "#/components/schemas/NullableCost"
    }
   }
  },
  "NullableAdjustmentReason": {
   "type": [
    "string",
    "null"
   ],
   "enum": [
    "damage",
    "theft",
    "expiry",
    "waste",
    "correction",
    "opening",
    "other",
    null
   ]
  },
  "NullableColor": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 7,
   "pattern": "^#[0-9A-Fa-f]{6}$",
   "x-tillgate-rule": "must be a colour in the form #RRGGBB"
  },
  "NullableCost": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
  },
  "NullableDocumentDate": {
   "type": [
    "string",
    "null"
   ],
   "format": "date",
   "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD, not before 2000-01-01",
   "maxLength": 10
  },
  "NullableExternalId": {
   "type": [
    "string",
    "null"
   ],
   "minLength": 1,
   "maxLength": 128,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "NullableId": {
   "type": [
    "integer",
    "null"
   ],
   "format": "int64",
   "minimum": 1,
   "maximum": 9007199254740991
  },
  "NullableImageUrl": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 2048,
   "pattern": "^https://(([A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\\.)*[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?([/?#]([!#$&-;=?-Z\\[\\]_a-z~]|%[0-9A-Fa-f]{2})*)?$",
   "x-tillgate-rule": "must be a URL that begins with https://, with a valid host and with other characters than those of URLs percent-encoded"
  },
  "NullableInvoice": {
   "type": [
    "string",
    "null"
   ],
   "minLength": 1,
   "maxLength": 100,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "NullableMoney": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
  },
  "NullablePastInstant": {
   "type": [
    "string",
    "null"
   ],
   "format": "date-time",
   "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
   "x-tillgate-rule": "must be a date and time with an offset and at most milliseconds, not before 2000, such as 2026-03-02T08:15:30.000Z",
   "x-tillgate-instant": true,
   "maxLength": 24
  },
  "NullableProvider": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 255,
   "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
   "x-tillgate-rule": "must be a single line of text"
  },
  "NullableQuantity": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 3 decimals, such as \"1.5\"",
   "maxLength": 16
  },
  "NullableSignedQuantity": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^-?[0-9]{1,24}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 24 digits and 3 decimals, such as \"-1.5\"",
   "maxLength": 29
  },
  "NullableStockLevel": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^-?[0-9]{1,24}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 24 digits and 3 decimals, such as \"-1.5\"",
   "maxLength": 29
  },
  "NullableTaxRate": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 8,
   "pattern": "^[0-9]{1,3}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 3 digits and 4 decimals, such as \"20\""
  },
  "NullableText": {
   "type": [
    "string",
    "null"
   ],
   "maxLength": 4096,
   "pattern": "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must not contain control characters other than tabs and line breaks",
   "x-tillgate-trim": true
  },
  "NullableUnit": {
   "type": [
    "string",
    "null"
   ],
   "minLength": 1,
   "maxLength": 16,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "OptionItemId": {
   "type": [
    "integer",
    "null"
   ],
   "format": "int64",
   "minimum": 1,
   "maximum": 9007199254740991
  },
  "OptionSortOrder": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 1000000
  },
  "OrderNo": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[^\\u0000-\\u0020,\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]([^\\u0000-\\u001F,\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*[^\\u0000-\\u0020,\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF])?$",
   "x-tillgate-rule": "must be a single line of text without commas, with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "PastInstant": {
   "type": "string",
   "format": "date-time",
   "pattern": "^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
   "x-tillgate-rule": "must be a date and time with an offset and at most milliseconds, not before 2000, such as 2026-03-02T08:15:30.000Z",
   "x-tillgate-instant": true,
   "maxLength": 24
  },
  "PositiveQuantity": {
   "type": "string",
   "pattern": "^(0*[1-9][0-9]{0,11}(\\.[0-9]{1,3})?|0\\.(00[1-9]|0[1-9][0-9]?|[1-9][0-9]{0,2}))$",
   "x-tillgate-rule": "must be a decimal string greater than 0 with up to 12 digits and 3 decimals, such as \"1.5\"",
   "maxLength": 16
  },
  "PurchStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "PurchaseOrderCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "supplierId",
    "storeId",
    "orderDate",
    "lines"
   ],
   "properties": {
    "orderNo": {
     "$ref": "#/components/schemas/OrderNo"
    },
    "supplierId": {
     "$ref": "#/components/schemas/Id"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "orderDate": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "expectedDate": {
     "$ref": "#/components/schemas/NullableDocumentDate"
    },
    "invoice": {
     "$ref": "#/components/schemas/NullableInvoice"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/NewPurchaseOrderLine"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "PurchaseOrderLineInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity",
    "unitCost"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    },
    "unitCost": {
     "$ref": "#/components/schemas/Cost"
    },
    "discount": {
     "$ref": "#/components/schemas/Money"
    },
    "taxId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "taxRate": {
     "$ref": "#/components/schemas/NullableTaxRate",
     "readOnly": true
    },
    "subtotal": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "tax": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "total": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "received": {
     "$ref": "#/components/schemas/Quantity",
     "readOnly": true
    },
    "outstanding": {
     "$ref": "#/components/schemas/Quantity",
     "readOnly": true
    }
   }
  },
  "PurchaseOrderReceipt": {
   "type": "object",
   "additionalProperties": false,
   "properties": {
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/PurchaseOrderReceiptLine"
     }
    },
    "receivedAt": {
     "$ref": "#/components/schemas/PastInstant"
    }
   }
  },
  "PurchaseOrderReceiptLine": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "lineId",
    "quantity"
   ],
   "properties": {
    "lineId": {
     "$ref": "#/components/schemas/Id"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    }
   }
  },
  "PurchaseOrderUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "status": {
     "$ref": "#/components/schemas/RowStatus"
    },
    "orderNo": {
     "$ref": "#/components/schemas/OrderNo"
    },
    "supplierId": {
     "$ref": "#/components/schemas/Id"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "orderDate": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "expectedDate": {
     "$ref": "#/components/schemas/NullableDocumentDate"
    },
    "invoice": {
     "$ref": "#/components/schemas/NullableInvoice"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/PurchaseOrderLineInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "provider": {
     "$ref": "#/components/schemas/NullableProvider",
     "readOnly": true
    },
    "purchStatus": {
     "$ref": "#/components/schemas/PurchStatus",
     "readOnly": true
    },
    "currency": {
     "$ref": "#/components/schemas/Currency",
     "readOnly": true
    },
    "subtotal": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "discountTotal": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "taxTotal": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "total": {
     "$ref": "#/components/schemas/Money",
     "readOnly": true
    },
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "Quantity": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 3 decimals, such as \"1.5\"",
   "maxLength": 16
  },
  "RowStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1
   ]
  },
  "SearchText": {
   "type": "string",
   "minLength": 1,
   "maxLength": 100,
   "pattern": "^([^\\S\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]|\\u001D)*[^\\s\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001C\\u001E-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is neither a space nor an accent",
   "x-tillgate-searchable": true
  },
  "SortOrder": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 1000000
  },
  "Status": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1
   ]
  },
  "Stock": {
   "type": "object",
   "required": [
    "onHand",
    "stockStatus"
   ],
   "properties": {
    "onHand": {
     "$ref": "#/components/schemas/NullableSignedQuantity"
    },
    "stockStatus": {
     "$ref": "#/components/schemas/StockStatus"
    }
   }
  },
  "StockAdjustmentCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "storeId",
    "date",
    "type",
    "lines"
   ],
   "properties": {
    "adjustmentNo": {
     "$ref": "#/components/schemas/AdjustmentNo"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "date": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "type": {
     "$ref": "#/components/schemas/StockAdjustmentType"
    },
    "reason": {
     "$ref": "#/components/schemas/NullableAdjustmentReason"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 5000,
     "items": {
      "$ref": "#/components/schemas/NewStockAdjustmentLine"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "countedAt": {
     "$ref": "#/components/schemas/NullablePastInstant"
    },
    "occurredAt": {
     "$ref": "#/components/schemas/NullablePastInstant"
    }
   }
  },
  "StockAdjustmentLineInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/Quantity"
    },
    "before": {
     "$ref": "#/components/schemas/NullableStockLevel",
     "readOnly": true
    },
    "after": {
     "$ref": "#/components/schemas/NullableStockLevel",
     "readOnly": true
    }
   }
  },
  "StockAdjustmentStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "StockAdjustmentType": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "StockAdjustmentUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "adjustmentNo": {
     "$ref": "#/components/schemas/AdjustmentNo"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "date": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "type": {
     "$ref": "#/components/schemas/StockAdjustmentType"
    },
    "reason": {
     "$ref": "#/components/schemas/NullableAdjustmentReason"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "status": {
     "$ref": "#/components/schemas/StockAdjustmentStatus"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 5000,
     "items": {
      "$ref": "#/components/schemas/StockAdjustmentLineInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "countedAt": {
     "$ref": "#/components/schemas/NullablePastInstant"
    },
    "occurredAt": {
     "$ref": "#/components/schemas/NullablePastInstant"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "StockStatus": {
   "type": "string",
   "enum": [
    "inStock",
    "low",
    "out"
   ]
  },
  "StockTransferCreate": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "fromStoreId",
    "toStoreId",
    "date",
    "lines"
   ],
   "properties": {
    "transferNo": {
     "$ref": "#/components/schemas/TransferNo"
    },
    "fromStoreId": {
     "$ref": "#/components/schemas/Id"
    },
    "toStoreId": {
     "$ref": "#/components/schemas/Id"
    },
    "date": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/NewStockTransferLine"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "StockTransferLineInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "itemId",
    "quantity"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    },
    "received": {
     "$ref": "#/components/schemas/Quantity",
     "readOnly": true
    },
    "outstanding": {
     "$ref": "#/components/schemas/Quantity",
     "readOnly": true
    }
   }
  },
  "StockTransferReceipt": {
   "type": "object",
   "additionalProperties": false,
   "properties": {
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/StockTransferReceiptLine"
     }
    },
    "receivedAt": {
     "$ref": "#/components/schemas/PastInstant"
    }
   }
  },
  "StockTransferReceiptLine": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "lineId",
    "quantity"
   ],
   "properties": {
    "lineId": {
     "$ref": "#/components/schemas/Id"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    }
   }
  },
  "StockTransferUpdate": {
   "type": "object",
   "additionalProperties": false,
   "minProperties": 1,
   "properties": {
    "transferNo": {
     "$ref": "#/components/schemas/TransferNo"
    },
    "fromStoreId": {
     "$ref": "#/components/schemas/Id"
    },
    "toStoreId": {
     "$ref": "#/components/schemas/Id"
    },
    "date": {
     "$ref": "#/components/schemas/DocumentDate"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "status": {
     "$ref": "#/components/schemas/RowStatus"
    },
    "lines": {
     "type": "array",
     "minItems": 1,
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/StockTransferLineInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "id": {
     "$ref": "#/components/schemas/Id",
     "readOnly": true
    },
    "transferStatus": {
     "$ref": "#/components/schemas/TransferStatus",
     "readOnly": true
    },
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions",
     "readOnly": true
    },
    "version": {
     "$ref": "#/components/schemas/Version",
     "readOnly": true
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp",
     "readOnly": true
    }
   }
  },
  "StoreOverrideInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "storeId"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "price": {
     "$ref": "#/components/schemas/NullableMoney"
    },
    "lowStockLevel": {
     "$ref": "#/components/schemas/NullableQuantity"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    }
   }
  },
  "StoreState": {
   "type": "object",
   "required": [
    "storeId",
    "status",
    "price",
    "lowStockLevel",
    "onHand",
    "stockStatus",
    "variants"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "price": {
     "$ref": "#/components/schemas/Money"
    },
    "lowStockLevel": {
     "$ref": "#/components/schemas/NullableQuantity"
    },
    "onHand": {
     "$ref": "#/components/schemas/NullableSignedQuantity"
    },
    "stockStatus": {
     "$ref": "#/components/schemas/StockStatus"
    },
    "variants": {
     "type": "array",
     "maxItems": 250,
     "items": {
      "$ref": "#/components/schemas/VariantState"
     }
    }
   }
  },
  "Timestamp": {
   "type": "string",
   "format": "date-time",
   "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
   "x-tillgate-rule": "must be a date and time with an offset and at most milliseconds, such as 2026-03-02T08:15:30.000Z",
   "x-tillgate-instant": true,
   "maxLength": 24
  },
  "TrackStock": {
   "type": "boolean"
  },
  "TransferNo": {
   "type": "string",
   "minLength": 1,
   "maxLength": 64,
   "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
   "x-tillgate-trim": true
  },
  "TransferStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1,
    2
   ]
  },
  "VariantInput": {
   "type": "object",
   "additionalProperties": false,
   "required": [
    "name"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "barcodes": {
     "$ref": "#/components/schemas/Barcodes"
    },
    "price": {
     "$ref": "#/components/schemas/NullableMoney"
    },
    "cost": {
     "$ref": "#/components/schemas/NullableCost"
    }
   }
  },
  "VariantState": {
   "type": "object",
   "required": [
    "variantId",
    "price",
    "onHand"
   ],
   "properties": {
    "variantId": {
     "$ref": "#/components/schemas/Id"
    },
    "price": {
     "$ref": "#/components/schemas/Money"
    },
    "onHand": {
     "$ref": "#/components/schemas/NullableSignedQuantity"
    }
   }
  },
  "Version": {
   "type": "integer",
   "format": "int32",
   "minimum": 1,
   "maximum": 2147483647
  }
 },
 "statuses": {
  "partner.validation_failed": 400,
  "partner.malformed_request": 400,
  "partner.malformed_json": 400,
  "partner.token_missing": 401,
  "partner.token_invalid": 401,
  "partner.token_expired": 401,
  "partner.api_key_invalid": 401,
  "partner.scope_denied": 403,
  "partner.env_mismatch": 403,
  "partner.ip_denied": 403,
  "partner.company_denied": 403,
  "partner.not_found": 404,
  "partner.route_not_found": 404,
  "partner.method_not_allowed": 405,
  "partner.request_timeout": 408,
  "partner.duplicate": 409,
  "partner.state_conflict": 409,
  "partner.idempotency_in_progress": 409,
  "partner.cursor_gone": 410,
  "partner.version_mismatch": 412,
  "partner.body_too_large": 413,
  "partner.unsupported_media_type": 415,
  "partner.expectation_failed": 417,
  "partner.reference_not_found": 422,
  "partner.over_receipt": 422,
  "partner.idempotency_mismatch": 422,
  "partner.rate_limited": 429,
  "partner.headers_too_large": 431,
  "partner.internal": 500,
  "partner.region_unavailable": 503,
  "partner.overloaded": 503,
  "partner.storage_full": 503
 },
 "examples": {
  "stores": {
   "id": 100003,
   "status": 1,
   "name": "Harbour Street",
   "code": "LDN-01",
   "timezone": "Europe/London",
   "currency": "GBP",
   "address": "14 Harbour Street, London E1W 3TD",
   "externalId": null,
   "version": 1,
   "entryDate": "2026-03-02T08:15:30.000Z",
   "updatedAt": "2026-03-02T08:15:30.000Z"
  },
  "suppliers": {
   "id": 100007,
   "status": 1,
   "name": "Northern Roasters",
   "code": "NR",
   "email": "orders@northern-roasters.example",
   "phone": "+44 20 7946 0018",
   "externalId": null,
   "version": 1,
   "entryDate": "2026-03-02T08:15:30.000Z",
   "updatedAt": "2026-03-02T08:15:30.000Z"
  },
  "taxes": {
   "id": 100005,
   "status": 1,
   "name": "VAT 20 %",
   "rate": "20",
   "externalId": null,
   "version": 1,
   "entryDate": "2026-03-02T08:15:30.000Z",
   "updatedAt": "2026-03-02T08:15:30.000Z"
  }
 }
};
