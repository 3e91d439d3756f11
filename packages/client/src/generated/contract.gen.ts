// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { Contract } from '../testing/contract.ts';

export const contract: Contract = {
 "operations": [
  {
   "id": "listItems",
   "method": "GET",
   "path": "/items",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/ItemList"
   },
   "example": {
    "data": [
     {
      "id": 100231,
      "type": 0,
      "status": 1,
      "name": "Flat white",
      "itemCode": "I100231",
      "barcodes": [
       "5012345678900"
      ],
      "description": "Double ristretto with steamed milk.",
      "groupId": 100020,
      "brandId": null,
      "taxId": 100005,
      "unit": "cup",
      "price": "3.40",
      "cost": "0.85",
      "currency": "GBP",
      "weighingScale": 0,
      "trackStock": true,
      "lowStockLevel": "20",
      "imageUrl": null,
      "modifierIds": [],
      "variants": [],
      "components": [],
      "stores": [
       {
        "storeId": 100003,
        "price": "3.60",
        "lowStockLevel": null,
        "status": 1
       }
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createItem",
   "method": "POST",
   "path": "/items",
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
   "body": {
    "$ref": "#/components/schemas/ItemCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Item"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100231,
    "type": 0,
    "status": 1,
    "name": "Flat white",
    "itemCode": "I100231",
    "barcodes": [
     "5012345678900"
    ],
    "description": "Double ristretto with steamed milk.",
    "groupId": 100020,
    "brandId": null,
    "taxId": 100005,
    "unit": "cup",
    "price": "3.40",
    "cost": "0.85",
    "currency": "GBP",
    "weighingScale": 0,
    "trackStock": true,
    "lowStockLevel": "20",
    "imageUrl": null,
    "modifierIds": [],
    "variants": [],
    "components": [],
    "stores": [
     {
      "storeId": 100003,
      "price": "3.60",
      "lowStockLevel": null,
      "status": 1
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getItem",
   "method": "GET",
   "path": "/items/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/ItemAtStore"
   },
   "example": {
    "id": 100231,
    "type": 0,
    "status": 1,
    "name": "Flat white",
    "itemCode": "I100231",
    "barcodes": [
     "5012345678900"
    ],
    "description": "Double ristretto with steamed milk.",
    "groupId": 100020,
    "brandId": null,
    "taxId": 100005,
    "unit": "cup",
    "price": "3.40",
    "cost": "0.85",
    "currency": "GBP",
    "weighingScale": 0,
    "trackStock": true,
    "lowStockLevel": "20",
    "imageUrl": null,
    "modifierIds": [],
    "variants": [],
    "components": [],
    "stores": [
     {
      "storeId": 100003,
      "price": "3.60",
      "lowStockLevel": null,
      "status": 1
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "stock": {
     "onHand": "118",
     "stockStatus": "inStock"
    },
    "atStore": {
     "storeId": 100003,
     "status": 1,
     "price": "3.60",
     "lowStockLevel": "20",
     "onHand": "42",
     "stockStatus": "inStock",
     "variants": []
    }
   }
  },
  {
   "id": "updateItem",
   "method": "PATCH",
   "path": "/items/{id}",
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
   "body": {
    "$ref": "#/components/schemas/ItemUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Item"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100231,
    "type": 0,
    "status": 1,
    "name": "Flat white",
    "itemCode": "I100231",
    "barcodes": [
     "5012345678900"
    ],
    "description": "Double ristretto with steamed milk.",
    "groupId": 100020,
    "brandId": null,
    "taxId": 100005,
    "unit": "cup",
    "price": "3.40",
    "cost": "0.85",
    "currency": "GBP",
    "weighingScale": 0,
    "trackStock": true,
    "lowStockLevel": "20",
    "imageUrl": null,
    "modifierIds": [],
    "variants": [],
    "components": [],
    "stores": [
     {
      "storeId": 100003,
      "price": "3.60",
      "lowStockLevel": null,
      "status": 1
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getItemStock",
   "method": "GET",
   "path": "/items/{id}/stock",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/ItemStock"
   },
   "example": {
    "itemId": 100231,
    "storeId": 100003,
    "onHand": "112",
    "variants": [],
    "data": [
     {
      "id": 100450,
      "variantId": null,
      "change": "100",
      "unitCost": "0.875",
      "documentKind": "purchaseOrder",
      "documentId": 100420,
      "lineId": 100421,
      "appId": 9001,
      "correlationId": "5f0c9b54-0a51-4d2e-9a7e-3a0f6f1f7c11",
      "at": "2026-03-05T07:40:00.000Z"
     },
     {
      "id": 100300,
      "variantId": null,
      "change": "12",
      "unitCost": "0.85",
      "documentKind": "opening",
      "documentId": null,
      "lineId": null,
      "appId": null,
      "correlationId": null,
      "at": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 2,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "listCategories",
   "method": "GET",
   "path": "/categories",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/CategoryList"
   },
   "example": {
    "data": [
     {
      "id": 100020,
      "status": 1,
      "name": "Hot drinks",
      "parentId": null,
      "sortOrder": 10,
      "color": "#B5651D",
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createCategory",
   "method": "POST",
   "path": "/categories",
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
   "body": {
    "$ref": "#/components/schemas/CategoryCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Category"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100020,
    "status": 1,
    "name": "Hot drinks",
    "parentId": null,
    "sortOrder": 10,
    "color": "#B5651D",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getCategory",
   "method": "GET",
   "path": "/categories/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/Category"
   },
   "example": {
    "id": 100020,
    "status": 1,
    "name": "Hot drinks",
    "parentId": null,
    "sortOrder": 10,
    "color": "#B5651D",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "updateCategory",
   "method": "PATCH",
   "path": "/categories/{id}",
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
   "body": {
    "$ref": "#/components/schemas/CategoryUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Category"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100020,
    "status": 1,
    "name": "Hot drinks",
    "parentId": null,
    "sortOrder": 10,
    "color": "#B5651D",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "listBrands",
   "method": "GET",
   "path": "/brands",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/BrandList"
   },
   "example": {
    "data": [
     {
      "id": 100012,
      "status": 1,
      "name": "Alpine Dairy",
      "description": "Milk and butter from the valley.",
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createBrand",
   "method": "POST",
   "path": "/brands",
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
   "body": {
    "$ref": "#/components/schemas/BrandCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Brand"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100012,
    "status": 1,
    "name": "Alpine Dairy",
    "description": "Milk and butter from the valley.",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getBrand",
   "method": "GET",
   "path": "/brands/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/Brand"
   },
   "example": {
    "id": 100012,
    "status": 1,
    "name": "Alpine Dairy",
    "description": "Milk and butter from the valley.",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "updateBrand",
   "method": "PATCH",
   "path": "/brands/{id}",
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
   "body": {
    "$ref": "#/components/schemas/BrandUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/Brand"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100012,
    "status": 1,
    "name": "Alpine Dairy",
    "description": "Milk and butter from the valley.",
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "listMenus",
   "method": "GET",
   "path": "/menus",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/MenuList"
   },
   "example": {
    "data": [
     {
      "id": 100402,
      "status": 1,
      "name": "Breakfast",
      "description": "Until half past eleven, on working days.",
      "delivery": 0,
      "takeaway": 1,
      "online": 1,
      "availability": [
       {
        "day": 1,
        "from": "07:00",
        "to": "11:30"
       },
       {
        "day": 2,
        "from": "07:00",
        "to": "11:30"
       }
      ],
      "itemCount": 2,
      "storeIds": [
       100003
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createMenuWithItems",
   "method": "POST",
   "path": "/menus/create-with-items",
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
   "body": {
    "$ref": "#/components/schemas/MenuCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/MenuFull"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100402,
    "status": 1,
    "name": "Breakfast",
    "description": "Until half past eleven, on working days.",
    "delivery": 0,
    "takeaway": 1,
    "online": 1,
    "availability": [
     {
      "day": 1,
      "from": "07:00",
      "to": "11:30"
     },
     {
      "day": 2,
      "from": "07:00",
      "to": "11:30"
     }
    ],
    "itemCount": 2,
    "storeIds": [
     100003
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "price": "3.20",
      "sortOrder": 10,
      "status": 1,
      "name": "Flat white",
      "itemCode": "I100231",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "3.20"
     },
     {
      "itemId": 100240,
      "price": null,
      "sortOrder": 20,
      "status": 1,
      "name": "Butter croissant",
      "itemCode": "PAS-001",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "2.30"
     }
    ],
    "stores": [
     {
      "storeId": 100003,
      "name": "Harbour Street"
     }
    ]
   }
  },
  {
   "id": "getMenuFull",
   "method": "GET",
   "path": "/menus/{id}/full",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/MenuFull"
   },
   "example": {
    "id": 100402,
    "status": 1,
    "name": "Breakfast",
    "description": "Until half past eleven, on working days.",
    "delivery": 0,
    "takeaway": 1,
    "online": 1,
    "availability": [
     {
      "day": 1,
      "from": "07:00",
      "to": "11:30"
     },
     {
      "day": 2,
      "from": "07:00",
      "to": "11:30"
     }
    ],
    "itemCount": 2,
    "storeIds": [
     100003
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "price": "3.20",
      "sortOrder": 10,
      "status": 1,
      "name": "Flat white",
      "itemCode": "I100231",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "3.20"
     },
     {
      "itemId": 100240,
      "price": null,
      "sortOrder": 20,
      "status": 1,
      "name": "Butter croissant",
      "itemCode": "PAS-001",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "2.30"
     }
    ],
    "stores": [
     {
      "storeId": 100003,
      "name": "Harbour Street"
     }
    ]
   }
  },
  {
   "id": "updateMenuWithItems",
   "method": "PATCH",
   "path": "/menus/{id}/update-with-items",
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
   "body": {
    "$ref": "#/components/schemas/MenuUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/MenuFull"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100402,
    "status": 1,
    "name": "Breakfast",
    "description": "Until half past eleven, on working days.",
    "delivery": 0,
    "takeaway": 1,
    "online": 1,
    "availability": [
     {
      "day": 1,
      "from": "07:00",
      "to": "11:30"
     },
     {
      "day": 2,
      "from": "07:00",
      "to": "11:30"
     }
    ],
    "itemCount": 2,
    "storeIds": [
     100003
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "price": "3.20",
      "sortOrder": 10,
      "status": 1,
      "name": "Flat white",
      "itemCode": "I100231",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "3.20"
     },
     {
      "itemId": 100240,
      "price": null,
      "sortOrder": 20,
      "status": 1,
      "name": "Butter croissant",
      "itemCode": "PAS-001",
      "type": 0,
      "itemStatus": 1,
      "effectivePrice": "2.30"
     }
    ],
    "stores": [
     {
      "storeId": 100003,
      "name": "Harbour Street"
     }
    ]
   }
  },
  {
   "id": "listModifiers",
   "method": "GET",
   "path": "/modifiers",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/ModifierGroupList"
   },
   "example": {
    "data": [
     {
      "id": 100350,
      "status": 1,
      "name": "Milk",
      "minSelect": 1,
      "maxSelect": 1,
      "options": [
       {
        "id": 100351,
        "name": "Whole",
        "price": "0",
        "sortOrder": 10,
        "status": 1,
        "itemId": null
       },
       {
        "id": 100352,
        "name": "Oat",
        "price": "0.50",
        "sortOrder": 20,
        "status": 1,
        "itemId": 100244
       }
      ],
      "itemIds": [
       100231
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createModifier",
   "method": "POST",
   "path": "/modifiers",
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
   "body": {
    "$ref": "#/components/schemas/ModifierGroupCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/ModifierGroupFull"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100350,
    "status": 1,
    "name": "Milk",
    "minSelect": 1,
    "maxSelect": 1,
    "options": [
     {
      "id": 100351,
      "name": "Whole",
      "price": "0",
      "sortOrder": 10,
      "status": 1,
      "itemId": null
     },
     {
      "id": 100352,
      "name": "Oat",
      "price": "0.50",
      "sortOrder": 20,
      "status": 1,
      "itemId": 100244
     }
    ],
    "itemIds": [
     100231
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "name": "Flat white",
      "itemCode": "I100231",
      "status": 1
     }
    ]
   }
  },
  {
   "id": "updateModifier",
   "method": "PATCH",
   "path": "/modifiers/{id}",
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
   "body": {
    "$ref": "#/components/schemas/ModifierGroupUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/ModifierGroupFull"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100350,
    "status": 1,
    "name": "Milk",
    "minSelect": 1,
    "maxSelect": 1,
    "options": [
     {
      "id": 100351,
      "name": "Whole",
      "price": "0",
      "sortOrder": 10,
      "status": 1,
      "itemId": null
     },
     {
      "id": 100352,
      "name": "Oat",
      "price": "0.50",
      "sortOrder": 20,
      "status": 1,
      "itemId": 100244
     }
    ],
    "itemIds": [
     100231
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "name": "Flat white",
      "itemCode": "I100231",
      "status": 1
     }
    ]
   }
  },
  {
   "id": "getModifierFull",
   "method": "GET",
   "path": "/modifiers/{id}/full",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/ModifierGroupFull"
   },
   "example": {
    "id": 100350,
    "status": 1,
    "name": "Milk",
    "minSelect": 1,
    "maxSelect": 1,
    "options": [
     {
      "id": 100351,
      "name": "Whole",
      "price": "0",
      "sortOrder": 10,
      "status": 1,
      "itemId": null
     },
     {
      "id": 100352,
      "name": "Oat",
      "price": "0.50",
      "sortOrder": 20,
      "status": 1,
      "itemId": 100244
     }
    ],
    "itemIds": [
     100231
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z",
    "items": [
     {
      "itemId": 100231,
      "name": "Flat white",
      "itemCode": "I100231",
      "status": 1
     }
    ]
   }
  },
  {
   "id": "listPurchaseOrders",
   "method": "GET",
   "path": "/purchase-orders",
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
   "status": 200,
   "result": {
    "anyOf": [
     {
      "$ref": "#/components/schemas/PurchaseOrderList"
     },
     {
      "$ref": "#/components/schemas/PurchaseOrderSummaryList"
     }
    ]
   },
   "example": {
    "data": [
     {
      "id": 100420,
      "status": 1,
      "orderNo": "PO-000123",
      "supplierId": 100008,
      "storeId": 100003,
      "orderDate": "2026-03-02",
      "expectedDate": "2026-03-05",
      "invoice": null,
      "narration": "Weekly delivery",
      "provider": "Northwind Back Office Sync",
      "purchStatus": 0,
      "currency": "GBP",
      "subtotal": "87.50",
      "discountTotal": "2.50",
      "taxTotal": "17.00",
      "total": "102.00",
      "lines": [
       {
        "id": 100421,
        "itemId": 100231,
        "variantId": null,
        "quantity": "100",
        "unitCost": "0.875",
        "discount": "2.50",
        "taxId": 100005,
        "taxRate": "20",
        "subtotal": "87.50",
        "tax": "17.00",
        "total": "102.00",
        "received": "0",
        "outstanding": "100"
       }
      ],
      "allowedActions": [
       {
        "action": "update",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "receive",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "void",
        "allowed": true,
        "code": null,
        "reason": null
       }
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createPurchaseOrder",
   "method": "POST",
   "path": "/purchase-orders",
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
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/PurchaseOrder"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100420,
    "status": 1,
    "orderNo": "PO-000123",
    "supplierId": 100008,
    "storeId": 100003,
    "orderDate": "2026-03-02",
    "expectedDate": "2026-03-05",
    "invoice": null,
    "narration": "Weekly delivery",
    "provider": "Northwind Back Office Sync",
    "purchStatus": 0,
    "currency": "GBP",
    "subtotal": "87.50",
    "discountTotal": "2.50",
    "taxTotal": "17.00",
    "total": "102.00",
    "lines": [
     {
      "id": 100421,
      "itemId": 100231,
      "variantId": null,
      "quantity": "100",
      "unitCost": "0.875",
      "discount": "2.50",
      "taxId": 100005,
      "taxRate": "20",
      "subtotal": "87.50",
      "tax": "17.00",
      "total": "102.00",
      "received": "0",
      "outstanding": "100"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getPurchaseOrder",
   "method": "GET",
   "path": "/purchase-orders/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/PurchaseOrder"
   },
   "example": {
    "id": 100420,
    "status": 1,
    "orderNo": "PO-000123",
    "supplierId": 100008,
    "storeId": 100003,
    "orderDate": "2026-03-02",
    "expectedDate": "2026-03-05",
    "invoice": null,
    "narration": "Weekly delivery",
    "provider": "Northwind Back Office Sync",
    "purchStatus": 0,
    "currency": "GBP",
    "subtotal": "87.50",
    "discountTotal": "2.50",
    "taxTotal": "17.00",
    "total": "102.00",
    "lines": [
     {
      "id": 100421,
      "itemId": 100231,
      "variantId": null,
      "quantity": "100",
      "unitCost": "0.875",
      "discount": "2.50",
      "taxId": 100005,
      "taxRate": "20",
      "subtotal": "87.50",
      "tax": "17.00",
      "total": "102.00",
      "received": "0",
      "outstanding": "100"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "updatePurchaseOrder",
   "method": "PATCH",
   "path": "/purchase-orders/{id}",
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
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/PurchaseOrder"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100420,
    "status": 1,
    "orderNo": "PO-000123",
    "supplierId": 100008,
    "storeId": 100003,
    "orderDate": "2026-03-02",
    "expectedDate": "2026-03-05",
    "invoice": null,
    "narration": "Weekly delivery",
    "provider": "Northwind Back Office Sync",
    "purchStatus": 0,
    "currency": "GBP",
    "subtotal": "87.50",
    "discountTotal": "2.50",
    "taxTotal": "17.00",
    "total": "102.00",
    "lines": [
     {
      "id": 100421,
      "itemId": 100231,
      "variantId": null,
      "quantity": "100",
      "unitCost": "0.875",
      "discount": "2.50",
      "taxId": 100005,
      "taxRate": "20",
      "subtotal": "87.50",
      "tax": "17.00",
      "total": "102.00",
      "received": "0",
      "outstanding": "100"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "receivePurchaseOrder",
   "method": "PATCH",
   "path": "/purchase-orders/{id}/receive",
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
   "body": {
    "$ref": "#/components/schemas/PurchaseOrderReceipt"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/PurchaseOrder"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100420,
    "status": 1,
    "orderNo": "PO-000123",
    "supplierId": 100008,
    "storeId": 100003,
    "orderDate": "2026-03-02",
    "expectedDate": "2026-03-05",
    "invoice": null,
    "narration": "Weekly delivery",
    "provider": "Northwind Back Office Sync",
    "purchStatus": 0,
    "currency": "GBP",
    "subtotal": "87.50",
    "discountTotal": "2.50",
    "taxTotal": "17.00",
    "total": "102.00",
    "lines": [
     {
      "id": 100421,
      "itemId": 100231,
      "variantId": null,
      "quantity": "100",
      "unitCost": "0.875",
      "discount": "2.50",
      "taxId": 100005,
      "taxRate": "20",
      "subtotal": "87.50",
      "tax": "17.00",
      "total": "102.00",
      "received": "0",
      "outstanding": "100"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "listStockTransfers",
   "method": "GET",
   "path": "/stock-transfers",
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
   "status": 200,
   "result": {
    "anyOf": [
     {
      "$ref": "#/components/schemas/StockTransferList"
     },
     {
      "$ref": "#/components/schemas/StockTransferSummaryList"
     }
    ]
   },
   "example": {
    "data": [
     {
      "id": 100610,
      "transferNo": "ST-000042",
      "fromStoreId": 100001,
      "toStoreId": 100002,
      "date": "2026-03-02",
      "narration": "Weekend stock for the quay.",
      "transferStatus": 0,
      "status": 1,
      "lines": [
       {
        "id": 100611,
        "itemId": 100231,
        "variantId": null,
        "quantity": "12",
        "received": "0",
        "outstanding": "12"
       }
      ],
      "allowedActions": [
       {
        "action": "update",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "receive",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "void",
        "allowed": true,
        "code": null,
        "reason": null
       }
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createStockTransfer",
   "method": "POST",
   "path": "/stock-transfers",
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
   "body": {
    "$ref": "#/components/schemas/StockTransferCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/StockTransfer"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100610,
    "transferNo": "ST-000042",
    "fromStoreId": 100001,
    "toStoreId": 100002,
    "date": "2026-03-02",
    "narration": "Weekend stock for the quay.",
    "transferStatus": 0,
    "status": 1,
    "lines": [
     {
      "id": 100611,
      "itemId": 100231,
      "variantId": null,
      "quantity": "12",
      "received": "0",
      "outstanding": "12"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getStockTransfer",
   "method": "GET",
   "path": "/stock-transfers/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/StockTransfer"
   },
   "example": {
    "id": 100610,
    "transferNo": "ST-000042",
    "fromStoreId": 100001,
    "toStoreId": 100002,
    "date": "2026-03-02",
    "narration": "Weekend stock for the quay.",
    "transferStatus": 0,
    "status": 1,
    "lines": [
     {
      "id": 100611,
      "itemId": 100231,
      "variantId": null,
      "quantity": "12",
      "received": "0",
      "outstanding": "12"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "updateStockTransfer",
   "method": "PATCH",
   "path": "/stock-transfers/{id}",
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
   "body": {
    "$ref": "#/components/schemas/StockTransferUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/StockTransfer"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100610,
    "transferNo": "ST-000042",
    "fromStoreId": 100001,
    "toStoreId": 100002,
    "date": "2026-03-02",
    "narration": "Weekend stock for the quay.",
    "transferStatus": 0,
    "status": 1,
    "lines": [
     {
      "id": 100611,
      "itemId": 100231,
      "variantId": null,
      "quantity": "12",
      "received": "0",
      "outstanding": "12"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "receiveStockTransfer",
   "method": "PATCH",
   "path": "/stock-transfers/{id}/receive",
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
   "body": {
    "$ref": "#/components/schemas/StockTransferReceipt"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/StockTransfer"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100610,
    "transferNo": "ST-000042",
    "fromStoreId": 100001,
    "toStoreId": 100002,
    "date": "2026-03-02",
    "narration": "Weekend stock for the quay.",
    "transferStatus": 2,
    "status": 1,
    "lines": [
     {
      "id": 100611,
      "itemId": 100231,
      "variantId": null,
      "quantity": "12",
      "received": "12",
      "outstanding": "0"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "receive",
      "allowed": false,
      "code": "partner.state_conflict",
      "reason": "Everything has been received."
     },
     {
      "action": "void",
      "allowed": false,
      "code": "partner.state_conflict",
      "reason": "Stock has been received."
     }
    ],
    "externalId": null,
    "version": 3,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T11:05:12.000Z"
   }
  },
  {
   "id": "listStockAdjustments",
   "method": "GET",
   "path": "/stock-adjustments",
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
   "status": 200,
   "result": {
    "anyOf": [
     {
      "$ref": "#/components/schemas/StockAdjustmentList"
     },
     {
      "$ref": "#/components/schemas/StockAdjustmentSummaryList"
     }
    ]
   },
   "example": {
    "data": [
     {
      "id": 100710,
      "adjustmentNo": "SA-000017",
      "storeId": 100001,
      "date": "2026-03-02",
      "type": 2,
      "reason": "damage",
      "narration": "Dropped in the cellar.",
      "status": 0,
      "lines": [
       {
        "id": 100711,
        "itemId": 100231,
        "variantId": null,
        "quantity": "3",
        "before": null,
        "after": null
       }
      ],
      "allowedActions": [
       {
        "action": "update",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "post",
        "allowed": true,
        "code": null,
        "reason": null
       },
       {
        "action": "void",
        "allowed": true,
        "code": null,
        "reason": null
       }
      ],
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "createStockAdjustment",
   "method": "POST",
   "path": "/stock-adjustments",
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
   "body": {
    "$ref": "#/components/schemas/StockAdjustmentCreate"
   },
   "status": 201,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/StockAdjustment"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100710,
    "adjustmentNo": "SA-000017",
    "storeId": 100001,
    "date": "2026-03-02",
    "type": 2,
    "reason": "damage",
    "narration": "Dropped in the cellar.",
    "status": 0,
    "lines": [
     {
      "id": 100711,
      "itemId": 100231,
      "variantId": null,
      "quantity": "3",
      "before": null,
      "after": null
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "post",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "getStockAdjustment",
   "method": "GET",
   "path": "/stock-adjustments/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/StockAdjustment"
   },
   "example": {
    "id": 100710,
    "adjustmentNo": "SA-000017",
    "storeId": 100001,
    "date": "2026-03-02",
    "type": 2,
    "reason": "damage",
    "narration": "Dropped in the cellar.",
    "status": 0,
    "lines": [
     {
      "id": 100711,
      "itemId": 100231,
      "variantId": null,
      "quantity": "3",
      "before": null,
      "after": null
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "post",
      "allowed": true,
      "code": null,
      "reason": null
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 1,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T08:15:30.000Z"
   }
  },
  {
   "id": "updateStockAdjustment",
   "method": "PATCH",
   "path": "/stock-adjustments/{id}",
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
   "body": {
    "$ref": "#/components/schemas/StockAdjustmentUpdate"
   },
   "status": 200,
   "result": {
    "allOf": [
     {
      "$ref": "#/components/schemas/StockAdjustment"
     },
     {
      "$ref": "#/components/schemas/DryRunnable"
     }
    ]
   },
   "example": {
    "id": 100710,
    "adjustmentNo": "SA-000017",
    "storeId": 100001,
    "date": "2026-03-02",
    "type": 2,
    "reason": "damage",
    "narration": "Dropped in the cellar.",
    "status": 1,
    "lines": [
     {
      "id": 100711,
      "itemId": 100231,
      "variantId": null,
      "quantity": "3",
      "before": "42.5",
      "after": "39.5"
     }
    ],
    "allowedActions": [
     {
      "action": "update",
      "allowed": false,
      "code": "partner.state_conflict",
      "reason": "It has been posted."
     },
     {
      "action": "post",
      "allowed": false,
      "code": "partner.state_conflict",
      "reason": "It has been posted."
     },
     {
      "action": "void",
      "allowed": true,
      "code": null,
      "reason": null
     }
    ],
    "externalId": null,
    "version": 2,
    "entryDate": "2026-03-02T08:15:30.000Z",
    "updatedAt": "2026-03-02T09:40:00.000Z"
   }
  },
  {
   "id": "listStores",
   "method": "GET",
   "path": "/stores",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/StoreList"
   },
   "example": {
    "data": [
     {
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
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "getStore",
   "method": "GET",
   "path": "/stores/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/Store"
   },
   "example": {
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
   }
  },
  {
   "id": "listOpenOrders",
   "method": "GET",
   "path": "/stores/{id}/open-orders",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/OpenOrderList"
   },
   "example": {
    "data": [
     {
      "id": 104801,
      "storeId": 100003,
      "status": 1,
      "orderNo": "118",
      "channel": "online",
      "currency": "GBP",
      "gross": "7.00",
      "discounts": "0",
      "tax": "1.16",
      "total": "7.00",
      "lines": [
       {
        "itemId": 100231,
        "variantId": null,
        "name": "Flat white",
        "quantity": "2",
        "gross": "7.00",
        "discount": "0",
        "tax": "1.16"
       }
      ],
      "openedAt": "2026-03-02T08:11:04.000Z",
      "externalId": "order-118",
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "getDailySales",
   "method": "GET",
   "path": "/reports/daily-sales",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/DailySalesReport"
   },
   "example": {
    "companyId": 700001,
    "from": "2026-02-28",
    "to": "2026-02-28",
    "data": [
     {
      "storeId": 100003,
      "storeName": "Harbour Street",
      "date": "2026-02-28",
      "currency": "GBP",
      "orders": 214,
      "refundOrders": 2,
      "gross": "1280.40",
      "discounts": "12.00",
      "tax": "204.20",
      "refunds": "6.40",
      "net": "1057.80",
      "payments": {
       "cash": "310.20",
       "card": "920.80",
       "online": "31.00",
       "giftCard": "0.00",
       "account": "0.00",
       "other": "0.00"
      }
     }
    ],
    "totals": [
     {
      "currency": "GBP",
      "orders": 214,
      "refundOrders": 2,
      "gross": "1280.40",
      "discounts": "12.00",
      "tax": "204.20",
      "refunds": "6.40",
      "net": "1057.80",
      "payments": {
       "cash": "310.20",
       "card": "920.80",
       "online": "31.00",
       "giftCard": "0.00",
       "account": "0.00",
       "other": "0.00"
      }
     }
    ]
   }
  },
  {
   "id": "listSalesByItem",
   "method": "GET",
   "path": "/reports/sales-by-item",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/SalesByItemReport"
   },
   "example": {
    "companyId": 700001,
    "from": "2026-02-01",
    "to": "2026-02-28",
    "data": [
     {
      "itemId": 100231,
      "variantId": null,
      "itemCode": "COF-001",
      "name": "Flat white",
      "variantName": null,
      "currency": "GBP",
      "quantity": "412",
      "refundedQuantity": "2",
      "gross": "1442.00",
      "discounts": "10.50",
      "tax": "237.42",
      "refunds": "7.00",
      "net": "1187.08"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "hasMore": false
    }
   }
  },
  {
   "id": "listStockOnHand",
   "method": "GET",
   "path": "/reports/stock-on-hand",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/StockOnHandReport"
   },
   "example": {
    "data": [
     {
      "storeId": 100003,
      "itemId": 100240,
      "variantId": null,
      "itemCode": "BNS-001",
      "name": "House blend beans",
      "variantName": null,
      "onHand": "24",
      "currency": "GBP",
      "unitCost": "3.60",
      "value": "86.40"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "listSuppliers",
   "method": "GET",
   "path": "/suppliers",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/SupplierList"
   },
   "example": {
    "data": [
     {
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
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
  },
  {
   "id": "getSupplier",
   "method": "GET",
   "path": "/suppliers/{id}",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/Supplier"
   },
   "example": {
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
   }
  },
  {
   "id": "listTaxes",
   "method": "GET",
   "path": "/taxes",
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
   "status": 200,
   "result": {
    "$ref": "#/components/schemas/TaxList"
   },
   "example": {
    "data": [
     {
      "id": 100005,
      "status": 1,
      "name": "VAT 20 %",
      "rate": "20",
      "externalId": null,
      "version": 1,
      "entryDate": "2026-03-02T08:15:30.000Z",
      "updatedAt": "2026-03-02T08:15:30.000Z"
     }
    ],
    "pagination": {
     "page": 1,
     "limit": 10,
     "total": 1,
     "totalIsExact": true,
     "hasMore": false,
     "nextCursor": null
    }
   }
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
    "pattern": "^[!-~]+$",
    "x-tillgate-rule": "must contain only printable ASCII characters and no spaces"
   }
  },
  "Brand": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "description",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
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
  "BrandList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Brand"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "Category": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "parentId",
    "sortOrder",
    "color",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
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
  "CategoryList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Category"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
     "readOnly": true
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode",
     "readOnly": true
    },
    "type": {
     "$ref": "#/components/schemas/ItemType",
     "readOnly": true
    },
    "itemStatus": {
     "$ref": "#/components/schemas/MenuItemStatus",
     "readOnly": true
    },
    "effectivePrice": {
     "$ref": "#/components/schemas/EffectivePrice",
     "readOnly": true
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
     "readOnly": true
    }
   }
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
  "DailySales": {
   "type": "object",
   "required": [
    "storeId",
    "storeName",
    "date",
    "currency",
    "orders",
    "refundOrders",
    "gross",
    "discounts",
    "tax",
    "refunds",
    "net",
    "payments"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "storeName": {
     "$ref": "#/components/schemas/Name"
    },
    "date": {
     "$ref": "#/components/schemas/BusinessDay"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "orders": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "refundOrders": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "gross": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "discounts": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "tax": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "refunds": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "net": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "payments": {
     "$ref": "#/components/schemas/Payments"
    }
   }
  },
  "DailySalesReport": {
   "type": "object",
   "required": [
    "companyId",
    "from",
    "to",
    "data",
    "totals"
   ],
   "properties": {
    "companyId": {
     "$ref": "#/components/schemas/Id"
    },
    "from": {
     "$ref": "#/components/schemas/BusinessDay"
    },
    "to": {
     "$ref": "#/components/schemas/BusinessDay"
    },
    "data": {
     "type": "array",
     "maxItems": 1000000,
     "items": {
      "$ref": "#/components/schemas/DailySales"
     }
    },
    "totals": {
     "type": "array",
     "maxItems": 200,
     "items": {
      "$ref": "#/components/schemas/DailySalesTotals"
     }
    }
   }
  },
  "DailySalesTotals": {
   "type": "object",
   "required": [
    "currency",
    "orders",
    "refundOrders",
    "gross",
    "discounts",
    "tax",
    "refunds",
    "net",
    "payments"
   ],
   "properties": {
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "orders": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "refundOrders": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "gross": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "discounts": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "tax": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "refunds": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "net": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "payments": {
     "$ref": "#/components/schemas/Payments"
    }
   }
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
  "DryRun": {
   "type": "object",
   "required": [
    "movements"
   ],
   "properties": {
    "movements": {
     "type": "array",
     "maxItems": 2000,
     "items": {
      "$ref": "#/components/schemas/DryRunMovement"
     }
    }
   }
  },
  "DryRunMovement": {
   "type": "object",
   "required": [
    "storeId",
    "itemId",
    "variantId",
    "lineId",
    "change",
    "unitCost",
    "before",
    "after"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "lineId": {
     "$ref": "#/components/schemas/Id"
    },
    "change": {
     "$ref": "#/components/schemas/SignedQuantity"
    },
    "unitCost": {
     "$ref": "#/components/schemas/NullableCost"
    },
    "before": {
     "$ref": "#/components/schemas/SignedQuantity"
    },
    "after": {
     "$ref": "#/components/schemas/SignedQuantity"
    }
   }
  },
  "DryRunnable": {
   "type": "object",
   "properties": {
    "dryRun": {
     "$ref": "#/components/schemas/DryRun"
    }
   }
  },
  "EffectivePrice": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
   "maxLength": 17
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
  "Item": {
   "type": "object",
   "required": [
    "id",
    "type",
    "status",
    "name",
    "itemCode",
    "barcodes",
    "description",
    "groupId",
    "brandId",
    "taxId",
    "unit",
    "price",
    "cost",
    "currency",
    "weighingScale",
    "trackStock",
    "lowStockLevel",
    "imageUrl",
    "modifierIds",
    "variants",
    "components",
    "stores",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
    "currency": {
     "$ref": "#/components/schemas/Currency"
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
      "$ref": "#/components/schemas/Variant"
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
      "$ref": "#/components/schemas/StoreOverride"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "ItemAtStore": {
   "allOf": [
    {
     "$ref": "#/components/schemas/Item"
    },
    {
     "type": "object",
     "required": [
      "stock",
      "atStore"
     ],
     "properties": {
      "stock": {
       "$ref": "#/components/schemas/Stock"
      },
      "atStore": {
       "$ref": "#/components/schemas/StoreState"
      }
     }
    }
   ]
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
   }
  },
  "ItemList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Item"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
  },
  "ItemSales": {
   "type": "object",
   "required": [
    "itemId",
    "variantId",
    "itemCode",
    "name",
    "variantName",
    "currency",
    "quantity",
    "refundedQuantity",
    "gross",
    "discounts",
    "tax",
    "refunds",
    "net"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "variantName": {
     "type": [
      "string",
      "null"
     ],
     "maxLength": 255,
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
     "x-tillgate-rule": "must be a single line of text"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "quantity": {
     "$ref": "#/components/schemas/ReportQuantity"
    },
    "refundedQuantity": {
     "$ref": "#/components/schemas/ReportQuantity"
    },
    "gross": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "discounts": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "tax": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "refunds": {
     "$ref": "#/components/schemas/ReportAmount"
    },
    "net": {
     "$ref": "#/components/schemas/SignedReportAmount"
    }
   }
  },
  "ItemStock": {
   "type": "object",
   "required": [
    "itemId",
    "storeId",
    "onHand",
    "variants",
    "data",
    "pagination"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "onHand": {
     "$ref": "#/components/schemas/SignedQuantity"
    },
    "variants": {
     "type": "array",
     "maxItems": 250,
     "items": {
      "$ref": "#/components/schemas/VariantLevel"
     }
    },
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockMovement"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
     "readOnly": true
    },
    "atStore": {
     "$ref": "#/components/schemas/StoreState",
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
  "MaxSelect": {
   "type": [
    "integer",
    "null"
   ],
   "format": "int32",
   "minimum": 1,
   "maximum": 100
  },
  "Menu": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "description",
    "delivery",
    "takeaway",
    "online",
    "availability",
    "itemCount",
    "storeIds",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
    "itemCount": {
     "$ref": "#/components/schemas/MenuItemCount"
    },
    "storeIds": {
     "$ref": "#/components/schemas/MenuStoreIds"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
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
  "MenuFull": {
   "allOf": [
    {
     "$ref": "#/components/schemas/Menu"
    },
    {
     "type": "object",
     "required": [
      "items",
      "stores"
     ],
     "properties": {
      "items": {
       "type": "array",
       "maxItems": 1000,
       "items": {
        "$ref": "#/components/schemas/MenuItem"
       }
      },
      "stores": {
       "type": "array",
       "maxItems": 200,
       "items": {
        "$ref": "#/components/schemas/MenuStore"
       }
      }
     }
    }
   ]
  },
  "MenuItem": {
   "type": "object",
   "required": [
    "itemId",
    "price",
    "sortOrder",
    "status",
    "name",
    "itemCode",
    "type",
    "itemStatus",
    "effectivePrice"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "price": {
     "type": [
      "string",
      "null"
     ],
     "pattern": "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
     "x-tillgate-rule": "must be a decimal string with up to 12 digits and 4 decimals, such as \"12.50\"",
     "maxLength": 17
    },
    "sortOrder": {
     "$ref": "#/components/schemas/MenuSortOrder"
    },
    "status": {
     "type": "integer",
     "format": "int32",
     "enum": [
      0,
      1
     ]
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "type": {
     "$ref": "#/components/schemas/ItemType"
    },
    "itemStatus": {
     "$ref": "#/components/schemas/MenuItemStatus"
    },
    "effectivePrice": {
     "$ref": "#/components/schemas/EffectivePrice"
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
  "MenuList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Menu"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
  },
  "MenuSortOrder": {
   "type": "integer",
   "format": "int32",
   "minimum": 0,
   "maximum": 1000000
  },
  "MenuStore": {
   "type": "object",
   "required": [
    "storeId",
    "name"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    }
   }
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
  "ModifierGroup": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "minSelect",
    "maxSelect",
    "options",
    "itemIds",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/ModifierOption"
     }
    },
    "itemIds": {
     "$ref": "#/components/schemas/ModifierItemIds"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
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
  "ModifierGroupFull": {
   "allOf": [
    {
     "$ref": "#/components/schemas/ModifierGroup"
    },
    {
     "type": "object",
     "required": [
      "items"
     ],
     "properties": {
      "items": {
       "$ref": "#/components/schemas/ModifierItems"
      }
     }
    }
   ]
  },
  "ModifierGroupList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/ModifierGroup"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "ModifierOption": {
   "type": "object",
   "required": [
    "id",
    "name",
    "price",
    "sortOrder",
    "status",
    "itemId"
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
  "NullableBusinessDate": {
   "type": [
    "string",
    "null"
   ],
   "format": "date",
   "pattern": "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$",
   "x-tillgate-rule": "must be a date in the form YYYY-MM-DD",
   "maxLength": 10
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
   "pattern": "^https://[!-~]+$",
   "x-tillgate-rule": "must be a URL that begins with https:// and contains only printable ASCII characters"
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
  "NullableSignedReportAmount": {
   "type": [
    "string",
    "null"
   ],
   "pattern": "^-?[0-9]{1,30}(\\.[0-9]{1,4})?$",
   "maxLength": 36
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
  "OpenOrder": {
   "type": "object",
   "required": [
    "id",
    "storeId",
    "status",
    "orderNo",
    "channel",
    "currency",
    "gross",
    "discounts",
    "tax",
    "total",
    "lines",
    "openedAt",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "type": "integer",
     "format": "int32",
     "enum": [
      1
     ]
    },
    "orderNo": {
     "type": "string",
     "minLength": 1,
     "maxLength": 64,
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
     "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
     "x-tillgate-trim": true
    },
    "channel": {
     "$ref": "#/components/schemas/Channel"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "gross": {
     "$ref": "#/components/schemas/Money"
    },
    "discounts": {
     "$ref": "#/components/schemas/Money"
    },
    "tax": {
     "$ref": "#/components/schemas/Money"
    },
    "total": {
     "$ref": "#/components/schemas/Money"
    },
    "lines": {
     "type": "array",
     "maxItems": 500,
     "items": {
      "$ref": "#/components/schemas/OpenOrderLine"
     }
    },
    "openedAt": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "externalId": {
     "type": "string",
     "minLength": 1,
     "maxLength": 128,
     "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
     "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
     "x-tillgate-trim": true
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "OpenOrderLine": {
   "type": "object",
   "required": [
    "itemId",
    "variantId",
    "name",
    "quantity",
    "gross",
    "discount",
    "tax"
   ],
   "properties": {
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "name": {
     "type": "string",
     "maxLength": 512,
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
     "x-tillgate-rule": "must be a single line of text"
    },
    "quantity": {
     "$ref": "#/components/schemas/PositiveQuantity"
    },
    "gross": {
     "$ref": "#/components/schemas/Money"
    },
    "discount": {
     "$ref": "#/components/schemas/Money"
    },
    "tax": {
     "$ref": "#/components/schemas/Money"
    }
   }
  },
  "OpenOrderList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/OpenOrder"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
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
  "Pagination": {
   "type": "object",
   "required": [
    "page",
    "limit",
    "total",
    "totalIsExact",
    "hasMore",
    "nextCursor"
   ],
   "properties": {
    "page": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 1,
     "maximum": 9007199254740991
    },
    "limit": {
     "type": "integer",
     "format": "int32",
     "minimum": 1,
     "maximum": 100
    },
    "total": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "totalIsExact": {
     "type": "boolean"
    },
    "hasMore": {
     "type": "boolean"
    },
    "nextCursor": {
     "type": [
      "string",
      "null"
     ],
     "maxLength": 2048,
     "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
     "x-tillgate-rule": "must be the nextCursor of an earlier page"
    }
   }
  },
  "Payments": {
   "type": "object",
   "required": [
    "cash",
    "card",
    "online",
    "giftCard",
    "account",
    "other"
   ],
   "properties": {
    "cash": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "card": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "online": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "giftCard": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "account": {
     "$ref": "#/components/schemas/SignedReportAmount"
    },
    "other": {
     "$ref": "#/components/schemas/SignedReportAmount"
    }
   }
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
  "PurchaseOrder": {
   "allOf": [
    {
     "$ref": "#/components/schemas/PurchaseOrderSummary"
    },
    {
     "type": "object",
     "required": [
      "lines"
     ],
     "properties": {
      "lines": {
       "type": "array",
       "minItems": 1,
       "maxItems": 1000,
       "items": {
        "$ref": "#/components/schemas/PurchaseOrderLine"
       }
      }
     }
    }
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
  "PurchaseOrderLine": {
   "type": "object",
   "required": [
    "id",
    "itemId",
    "variantId",
    "quantity",
    "unitCost",
    "discount",
    "taxId",
    "taxRate",
    "subtotal",
    "tax",
    "total",
    "received",
    "outstanding"
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
     "$ref": "#/components/schemas/NullableTaxRate"
    },
    "subtotal": {
     "$ref": "#/components/schemas/Money"
    },
    "tax": {
     "$ref": "#/components/schemas/Money"
    },
    "total": {
     "$ref": "#/components/schemas/Money"
    },
    "received": {
     "$ref": "#/components/schemas/Quantity"
    },
    "outstanding": {
     "$ref": "#/components/schemas/Quantity"
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
  "PurchaseOrderList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "anyOf": [
       {
        "$ref": "#/components/schemas/PurchaseOrder"
       },
       {
        "$ref": "#/components/schemas/PurchaseTransaction"
       },
       {
        "$ref": "#/components/schemas/PurchaseReturnTransaction"
       }
      ]
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "PurchaseOrderSummary": {
   "type": "object",
   "required": [
    "id",
    "status",
    "orderNo",
    "supplierId",
    "storeId",
    "orderDate",
    "expectedDate",
    "invoice",
    "narration",
    "provider",
    "purchStatus",
    "currency",
    "subtotal",
    "discountTotal",
    "taxTotal",
    "total",
    "allowedActions",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
     "$ref": "#/components/schemas/BusinessDate"
    },
    "expectedDate": {
     "$ref": "#/components/schemas/NullableBusinessDate"
    },
    "invoice": {
     "$ref": "#/components/schemas/NullableInvoice"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "provider": {
     "$ref": "#/components/schemas/NullableProvider"
    },
    "purchStatus": {
     "$ref": "#/components/schemas/PurchStatus"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "subtotal": {
     "$ref": "#/components/schemas/Money"
    },
    "discountTotal": {
     "$ref": "#/components/schemas/Money"
    },
    "taxTotal": {
     "$ref": "#/components/schemas/Money"
    },
    "total": {
     "$ref": "#/components/schemas/Money"
    },
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "PurchaseOrderSummaryList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "anyOf": [
       {
        "$ref": "#/components/schemas/PurchaseOrderSummary"
       },
       {
        "$ref": "#/components/schemas/PurchaseTransactionSummary"
       },
       {
        "$ref": "#/components/schemas/PurchaseReturnTransactionSummary"
       }
      ]
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "PurchaseReturnLine": {
   "type": "object",
   "required": [
    "id",
    "itemId",
    "variantId",
    "quantity",
    "unitCost",
    "total"
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
    "total": {
     "$ref": "#/components/schemas/Money"
    }
   }
  },
  "PurchaseReturnTransaction": {
   "allOf": [
    {
     "$ref": "#/components/schemas/PurchaseReturnTransactionSummary"
    },
    {
     "type": "object",
     "required": [
      "lines"
     ],
     "properties": {
      "lines": {
       "type": "array",
       "minItems": 1,
       "maxItems": 1000,
       "items": {
        "$ref": "#/components/schemas/PurchaseReturnLine"
       }
      }
     }
    }
   ]
  },
  "PurchaseReturnTransactionSummary": {
   "type": "object",
   "required": [
    "Type",
    "date",
    "id",
    "status",
    "returnNo",
    "supplierId",
    "storeId",
    "narration",
    "currency",
    "total",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "Type": {
     "type": "integer",
     "format": "int32",
     "enum": [
      1
     ]
    },
    "date": {
     "$ref": "#/components/schemas/BusinessDate"
    },
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "$ref": "#/components/schemas/RowStatus"
    },
    "returnNo": {
     "type": "string",
     "minLength": 1,
     "maxLength": 64,
     "pattern": "^[^\\u0000-\\u0020\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
     "x-tillgate-rule": "must be a single line of text with at least one character that is not a space",
     "x-tillgate-trim": true
    },
    "supplierId": {
     "$ref": "#/components/schemas/Id"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "total": {
     "$ref": "#/components/schemas/Money"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "PurchaseTransaction": {
   "allOf": [
    {
     "$ref": "#/components/schemas/PurchaseOrder"
    },
    {
     "type": "object",
     "required": [
      "Type",
      "date"
     ],
     "properties": {
      "Type": {
       "type": "integer",
       "format": "int32",
       "enum": [
        0
       ]
      },
      "date": {
       "$ref": "#/components/schemas/BusinessDate"
      }
     }
    }
   ]
  },
  "PurchaseTransactionSummary": {
   "allOf": [
    {
     "$ref": "#/components/schemas/PurchaseOrderSummary"
    },
    {
     "type": "object",
     "required": [
      "Type",
      "date"
     ],
     "properties": {
      "Type": {
       "type": "integer",
       "format": "int32",
       "enum": [
        0
       ]
      },
      "date": {
       "$ref": "#/components/schemas/BusinessDate"
      }
     }
    }
   ]
  },
  "Quantity": {
   "type": "string",
   "pattern": "^[0-9]{1,12}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 12 digits and 3 decimals, such as \"1.5\"",
   "maxLength": 16
  },
  "ReportAmount": {
   "type": "string",
   "pattern": "^[0-9]{1,30}(\\.[0-9]{1,4})?$",
   "maxLength": 36
  },
  "ReportPagination": {
   "type": "object",
   "required": [
    "page",
    "limit",
    "total",
    "hasMore"
   ],
   "properties": {
    "page": {
     "type": "integer",
     "format": "int64",
     "minimum": 1,
     "maximum": 9007199254740991
    },
    "limit": {
     "type": "integer",
     "format": "int32",
     "minimum": 1,
     "maximum": 100
    },
    "total": {
     "type": "integer",
     "format": "int64",
     "minimum": 0,
     "maximum": 9007199254740991
    },
    "hasMore": {
     "type": "boolean"
    }
   }
  },
  "ReportQuantity": {
   "type": "string",
   "pattern": "^[0-9]{1,24}(\\.[0-9]{1,3})?$",
   "maxLength": 28
  },
  "RowStatus": {
   "type": "integer",
   "format": "int32",
   "enum": [
    0,
    1
   ]
  },
  "SalesByItemReport": {
   "type": "object",
   "required": [
    "companyId",
    "from",
    "to",
    "data",
    "pagination"
   ],
   "properties": {
    "companyId": {
     "$ref": "#/components/schemas/Id"
    },
    "from": {
     "$ref": "#/components/schemas/BusinessDay"
    },
    "to": {
     "$ref": "#/components/schemas/BusinessDay"
    },
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/ItemSales"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/ReportPagination"
    }
   }
  },
  "SearchText": {
   "type": "string",
   "minLength": 1,
   "maxLength": 100,
   "pattern": "^[^\\S\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*[^\\s\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF][^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]*$",
   "x-tillgate-rule": "must be a single line of text with at least one character that is neither a space nor an accent",
   "x-tillgate-searchable": true
  },
  "SignedQuantity": {
   "type": "string",
   "pattern": "^-?[0-9]{1,24}(\\.[0-9]{1,3})?$",
   "x-tillgate-rule": "must be a decimal string with up to 24 digits and 3 decimals, such as \"-1.5\"",
   "maxLength": 29
  },
  "SignedReportAmount": {
   "type": "string",
   "pattern": "^-?[0-9]{1,30}(\\.[0-9]{1,4})?$",
   "maxLength": 36
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
  "StockAdjustment": {
   "allOf": [
    {
     "$ref": "#/components/schemas/StockAdjustmentSummary"
    },
    {
     "type": "object",
     "required": [
      "lines"
     ],
     "properties": {
      "lines": {
       "type": "array",
       "minItems": 1,
       "maxItems": 1000,
       "items": {
        "$ref": "#/components/schemas/StockAdjustmentLine"
       }
      }
     }
    }
   ]
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
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/NewStockAdjustmentLine"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    }
   }
  },
  "StockAdjustmentLine": {
   "type": "object",
   "required": [
    "id",
    "itemId",
    "variantId",
    "quantity",
    "before",
    "after"
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
     "$ref": "#/components/schemas/NullableStockLevel"
    },
    "after": {
     "$ref": "#/components/schemas/NullableStockLevel"
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
  "StockAdjustmentList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockAdjustment"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "StockAdjustmentSummary": {
   "type": "object",
   "required": [
    "id",
    "adjustmentNo",
    "storeId",
    "date",
    "type",
    "reason",
    "narration",
    "status",
    "allowedActions",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "adjustmentNo": {
     "$ref": "#/components/schemas/AdjustmentNo"
    },
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "date": {
     "$ref": "#/components/schemas/BusinessDate"
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
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "StockAdjustmentSummaryList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockAdjustmentSummary"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
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
     "maxItems": 1000,
     "items": {
      "$ref": "#/components/schemas/StockAdjustmentLineInput"
     }
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
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
  "StockMovement": {
   "type": "object",
   "required": [
    "id",
    "variantId",
    "change",
    "unitCost",
    "documentKind",
    "documentId",
    "lineId",
    "appId",
    "correlationId",
    "at"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "change": {
     "$ref": "#/components/schemas/SignedQuantity"
    },
    "unitCost": {
     "$ref": "#/components/schemas/NullableCost"
    },
    "documentKind": {
     "$ref": "#/components/schemas/DocumentKind"
    },
    "documentId": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 1,
     "maximum": 9007199254740991
    },
    "lineId": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 1,
     "maximum": 9007199254740991
    },
    "appId": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 1,
     "maximum": 9007199254740991
    },
    "correlationId": {
     "type": [
      "string",
      "null"
     ],
     "format": "uuid",
     "maxLength": 36
    },
    "at": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "StockOnHand": {
   "type": "object",
   "required": [
    "storeId",
    "itemId",
    "variantId",
    "itemCode",
    "name",
    "variantName",
    "onHand",
    "currency",
    "unitCost",
    "value"
   ],
   "properties": {
    "storeId": {
     "$ref": "#/components/schemas/Id"
    },
    "itemId": {
     "$ref": "#/components/schemas/Id"
    },
    "variantId": {
     "$ref": "#/components/schemas/NullableId"
    },
    "itemCode": {
     "$ref": "#/components/schemas/ItemCode"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "variantName": {
     "type": [
      "string",
      "null"
     ],
     "maxLength": 255,
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uD800-\\uDFFF]+$",
     "x-tillgate-rule": "must be a single line of text"
    },
    "onHand": {
     "$ref": "#/components/schemas/SignedQuantity"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "unitCost": {
     "$ref": "#/components/schemas/NullableCost"
    },
    "value": {
     "$ref": "#/components/schemas/NullableSignedReportAmount"
    }
   }
  },
  "StockOnHandReport": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockOnHand"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "StockTransfer": {
   "allOf": [
    {
     "$ref": "#/components/schemas/StockTransferSummary"
    },
    {
     "type": "object",
     "required": [
      "lines"
     ],
     "properties": {
      "lines": {
       "type": "array",
       "minItems": 1,
       "maxItems": 1000,
       "items": {
        "$ref": "#/components/schemas/StockTransferLine"
       }
      }
     }
    }
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
  "StockTransferLine": {
   "type": "object",
   "required": [
    "id",
    "itemId",
    "variantId",
    "quantity",
    "received",
    "outstanding"
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
     "$ref": "#/components/schemas/Quantity"
    },
    "outstanding": {
     "$ref": "#/components/schemas/Quantity"
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
  "StockTransferList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockTransfer"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "StockTransferSummary": {
   "type": "object",
   "required": [
    "id",
    "transferNo",
    "fromStoreId",
    "toStoreId",
    "date",
    "narration",
    "transferStatus",
    "status",
    "allowedActions",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
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
     "$ref": "#/components/schemas/BusinessDate"
    },
    "narration": {
     "$ref": "#/components/schemas/NullableText"
    },
    "transferStatus": {
     "$ref": "#/components/schemas/TransferStatus"
    },
    "status": {
     "$ref": "#/components/schemas/RowStatus"
    },
    "allowedActions": {
     "$ref": "#/components/schemas/AllowedActions"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "StockTransferSummaryList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/StockTransferSummary"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "Store": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "code",
    "timezone",
    "currency",
    "address",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "code": {
     "type": "string",
     "minLength": 1,
     "maxLength": 32,
     "pattern": "^[!-~]+$",
     "x-tillgate-rule": "must contain only printable ASCII characters and no spaces"
    },
    "timezone": {
     "type": "string",
     "maxLength": 64,
     "pattern": "^[A-Za-z0-9_+/-]+$",
     "x-tillgate-rule": "must be the name of an IANA time zone, such as Europe/London"
    },
    "currency": {
     "$ref": "#/components/schemas/Currency"
    },
    "address": {
     "$ref": "#/components/schemas/NullableText"
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "StoreList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Store"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
  },
  "StoreOverride": {
   "type": "object",
   "required": [
    "storeId",
    "price",
    "lowStockLevel",
    "status"
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
  "Supplier": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "code",
    "email",
    "phone",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "code": {
     "type": [
      "string",
      "null"
     ],
     "minLength": 1,
     "maxLength": 32,
     "pattern": "^[!-~]+$",
     "x-tillgate-rule": "must contain only printable ASCII characters and no spaces"
    },
    "email": {
     "type": [
      "string",
      "null"
     ],
     "format": "email",
     "maxLength": 254
    },
    "phone": {
     "type": [
      "string",
      "null"
     ],
     "maxLength": 32,
     "pattern": "^[0-9+() .-]+$",
     "x-tillgate-rule": "must contain only digits, spaces and the characters + ( ) . -",
     "x-tillgate-trim": true
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "SupplierList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Supplier"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
    }
   }
  },
  "Tax": {
   "type": "object",
   "required": [
    "id",
    "status",
    "name",
    "rate",
    "externalId",
    "version",
    "entryDate",
    "updatedAt"
   ],
   "properties": {
    "id": {
     "$ref": "#/components/schemas/Id"
    },
    "status": {
     "$ref": "#/components/schemas/Status"
    },
    "name": {
     "$ref": "#/components/schemas/Name"
    },
    "rate": {
     "type": "string",
     "maxLength": 8,
     "pattern": "^[0-9]{1,3}(\\.[0-9]{1,4})?$",
     "x-tillgate-rule": "must be a decimal string with up to 3 digits and 4 decimals, such as \"20\""
    },
    "externalId": {
     "$ref": "#/components/schemas/NullableExternalId"
    },
    "version": {
     "$ref": "#/components/schemas/Version"
    },
    "entryDate": {
     "$ref": "#/components/schemas/Timestamp"
    },
    "updatedAt": {
     "$ref": "#/components/schemas/Timestamp"
    }
   }
  },
  "TaxList": {
   "type": "object",
   "required": [
    "data",
    "pagination"
   ],
   "properties": {
    "data": {
     "type": "array",
     "maxItems": 100,
     "items": {
      "$ref": "#/components/schemas/Tax"
     }
    },
    "pagination": {
     "$ref": "#/components/schemas/Pagination"
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
  "Variant": {
   "type": "object",
   "required": [
    "id",
    "name",
    "itemCode",
    "barcodes",
    "price",
    "cost"
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
  "VariantLevel": {
   "type": "object",
   "required": [
    "variantId",
    "onHand"
   ],
   "properties": {
    "variantId": {
     "$ref": "#/components/schemas/Id"
    },
    "onHand": {
     "$ref": "#/components/schemas/SignedQuantity"
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
 }
};
