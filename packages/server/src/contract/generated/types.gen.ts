// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

export type ClientOptions = {
    baseUrl: 'http://localhost:3000/v1' | (string & {});
};

/**
 * Client credentials of a sandbox app and the merchant to act for.
 */
export type MintRequest = {
    /**
     * Begins with `svc_app_sb`; a production credential is refused.
     */
    client_id: string;
    /**
     * Begins with `svc_sk_sb_`; shown once at creation or rotation.
     */
    client_secret: string;
    /**
     * The sandbox merchant's company id; optional only when the organization has exactly one active sandbox merchant.
     */
    merchant_id?: number;
    /**
     * Only `client_credentials`; may be left out.
     */
    grant_type?: 'client_credentials';
};

/**
 * An access token for one merchant.
 */
export type MintResponse = {
    /**
     * RS256 JWT, sent as `Authorization: Bearer`. Opaque to clients apart from `exp`.
     */
    access_token: string;
    /**
     * Always `Bearer`.
     */
    token_type: 'Bearer';
    /**
     * Seconds until the token expires; always 900.
     */
    expires_in: 900;
    /**
     * Space-delimited scopes of the app's product.
     */
    scope: string;
    /**
     * Base URL to build request URLs from, with trailing slash.
     */
    api_base_url: string;
};

/**
 * The error envelope of this endpoint. Branch on `error.code`.
 */
export type MintError = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * Stable identifier of the kind of error.
         */
        code: 'developer.invalid_request' | 'developer.invalid_client' | 'developer.merchant_required' | 'developer.app_archived' | 'developer.app_not_approved' | 'developer.grant_missing' | 'developer.env_mismatch' | 'developer.use_oauth' | 'developer.use_api_key' | 'developer.body_too_large' | 'developer.unsupported_media_type' | 'developer.rate_limited' | 'developer.internal' | 'developer.overloaded';
        /**
         * A sentence for people; not stable.
         */
        message: string;
    };
};

/**
 * An instant in UTC, RFC 3339 with milliseconds.
 */
export type Timestamp = string;

/**
 * One thing that is wrong, where, and by which rule.
 */
export type FieldError = {
    /**
     * The part of the request.
     */
    in: 'path' | 'query' | 'header' | 'body';
    /**
     * Name of the parameter or header; for the body a JSON Pointer (RFC 6901), empty for the body itself.
     */
    path: string;
    /**
     * The rule that was broken, such as `required`, `type`, `maximum`, `unknown` or `unique`.
     */
    rule: string;
    /**
     * A sentence for people; not stable.
     */
    message: string;
    /**
     * Of a receipt that is too much (partner.over_receipt) the document's line.
     */
    lineId?: number;
    /**
     * Of a receipt that is too much (partner.over_receipt) the quantity still to come of the line.
     */
    outstanding?: string;
};

/**
 * The error envelope of every resource endpoint. Branch on `code`, never on `message`.
 */
export type Error = {
    /**
     * Always `error`.
     */
    status: 'error';
    /**
     * The HTTP status.
     */
    statusCode: number;
    timestamp: Timestamp;
    /**
     * The request's path.
     */
    path: string;
    /**
     * A sentence for people; not stable.
     */
    message: string;
    /**
     * Stable identifier of the kind of error.
     */
    code: string;
    /**
     * Names this request in our logs; quote it to support. The same as X-Correlation-Id.
     */
    correlationId: string;
    /**
     * What exactly is wrong, where the code allows saying it; at most 20 entries.
     */
    details?: Array<FieldError>;
};

/**
 * The app's client id, unless it is sent by HTTP Basic; its prefix selects the environment.
 */
export type ClientId = string;

/**
 * The app's client secret, unless it is sent by HTTP Basic.
 */
export type ClientSecret = string;

/**
 * A grant. Which fields it needs depends on `grant_type`.
 */
export type TokenRequest = unknown & {
    /**
     * The kind of grant.
     */
    grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials';
    /**
     * authorization_code: the code that came with the redirect.
     */
    code?: string;
    /**
     * authorization_code: the one that the code was issued for, exactly.
     */
    redirect_uri?: string;
    /**
     * authorization_code: required if a challenge was sent; 43 to 128 characters (RFC 7636).
     */
    code_verifier?: string;
    /**
     * refresh_token: the current refresh token of the connection.
     */
    refresh_token?: string;
    /**
     * client_credentials: the sandbox merchant's company id; optional only when the organization has exactly one active sandbox merchant.
     */
    merchant_id?: number;
    client_id?: ClientId;
    client_secret?: ClientSecret;
};

/**
 * An access token for one merchant. Without refresh_token and merchant_id where the grant was client_credentials.
 */
export type TokenResponse = {
    /**
     * RS256 JWT, sent as `Authorization: Bearer`. Opaque to clients apart from `exp`.
     */
    access_token: string;
    /**
     * Always `Bearer`.
     */
    token_type: 'Bearer';
    /**
     * Seconds until the access token expires; always 900.
     */
    expires_in: 900;
    /**
     * Rotates on every use; keep the newest.
     */
    refresh_token?: string;
    /**
     * Seconds until the refresh token expires if it is not used; always 8640000, 100 days.
     */
    refresh_token_expires_in?: 8640000;
    /**
     * Space-delimited scopes of the app's product.
     */
    scope: string;
    /**
     * The connected company.
     */
    merchant_id?: number;
    /**
     * Base URL to build request URLs from, with trailing slash.
     */
    api_base_url: string;
};

/**
 * The error body of RFC 6749 §5.2 with a stable code. Branch on `code`.
 */
export type OAuthError = {
    /**
     * The kind of error.
     */
    error: 'invalid_client' | 'invalid_request' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type' | 'temporarily_unavailable' | 'server_error';
    /**
     * Prose for people, in English, Arabic or Hindi by Accept-Language; not stable.
     */
    error_description: string;
    /**
     * Stable identifier of what is wrong.
     */
    code: 'developer.invalid_client' | 'oauth.invalid_request' | 'oauth.unsupported_grant_type' | 'oauth.code_invalid' | 'oauth.code_expired' | 'oauth.redirect_uri_mismatch' | 'oauth.pkce_failed' | 'oauth.refresh_invalid' | 'oauth.refresh_expired' | 'oauth.refresh_reused' | 'oauth.grant_revoked' | 'developer.use_oauth' | 'developer.use_api_key' | 'developer.merchant_required' | 'developer.app_archived' | 'developer.grant_missing' | 'developer.env_mismatch' | 'oauth.method_not_allowed' | 'oauth.body_too_large' | 'partner.rate_limited' | 'developer.rate_limited' | 'oauth.internal' | 'oauth.overloaded';
};

/**
 * The token to revoke.
 */
export type RevokeRequest = {
    /**
     * A refresh token of the app. Any other value, of whatever type and with whatever characters, is answered as an unknown token is.
     */
    token: string;
    client_id?: ClientId;
    client_secret?: ClientSecret;
};

/**
 * Always the same.
 */
export type RevokeResponse = {
    /**
     * Always true.
     */
    ok: true;
};

/**
 * Names that the server supports.
 */
export type Names = Array<string>;

/**
 * Authorization server metadata (RFC 8414).
 */
export type AuthorizationServer = {
    /**
     * {base_url}; also `iss` of tokens and of authorization responses.
     */
    issuer: string;
    /**
     * The consent screen.
     */
    authorization_endpoint: string;
    /**
     * This host's token endpoint.
     */
    token_endpoint: string;
    /**
     * This host's revocation endpoint.
     */
    revocation_endpoint: string;
    /**
     * The public keys.
     */
    jwks_uri: string;
    /**
     * The reference.
     */
    service_documentation?: string;
    token_endpoint_auth_methods_supported?: Names;
    revocation_endpoint_auth_methods_supported?: Names;
    scopes_supported?: Names;
    response_types_supported: Names;
    response_modes_supported?: Names;
    grant_types_supported: Names;
    code_challenge_methods_supported: Names;
    ui_locales_supported?: Names;
    /**
     * RFC 9207.
     */
    authorization_response_iss_parameter_supported: true;
};

/**
 * An RSA public key (RFC 7517).
 */
export type Jwk = {
    /**
     * Key type.
     */
    kty: 'RSA';
    /**
     * The key verifies signatures.
     */
    use: 'sig';
    /**
     * Signature algorithm.
     */
    alg: 'RS256';
    /**
     * Key id, as in a token's header.
     */
    kid: string;
    /**
     * Modulus, base64url.
     */
    n: string;
    /**
     * Exponent, base64url.
     */
    e: string;
};

/**
 * A JSON Web Key Set.
 */
export type Jwks = {
    /**
     * The keys; several while one takes over from another.
     */
    keys: Array<Jwk>;
};

/**
 * An OpenAPI 3.1 document.
 */
export type Contract = {
    /**
     * Version of the OpenAPI specification.
     */
    openapi: string;
    /**
     * What the document describes.
     */
    info: {
        [key: string]: unknown;
    };
    /**
     * The operations.
     */
    paths: {
        [key: string]: unknown;
    };
    [key: string]: unknown;
};

/**
 * 1 active, 0 inactive.
 */
export type Status = 0 | 1;

/**
 * One line of free text with at least one character that is not blank, and without control and bidirectional override characters.
 */
export type SearchText = string;

/**
 * Identifier of a record: unique within the merchant's region, never changed and never given to another record. Ids say nothing of the order in which records came to be, and leave gaps; `entryDate` tells that order.
 */
export type Id = number;

/**
 * `out` when nothing is on hand, `low` at or below the low-stock level, else `inStock`. An item whose stock is not tracked is always `inStock`.
 */
export type StockStatus = 'inStock' | 'low' | 'out';

/**
 * 1 yes, 0 no.
 */
export type Flag = 0 | 1;

/**
 * 0 standard, 1 with variants, 2 combo of other items. Fixed when the item is created.
 */
export type ItemType = 0 | 1 | 2;

/**
 * A display name on one line; no control characters, no bidirectional overrides and no blank at its start.
 */
export type Name = string;

/**
 * The merchant's code of the item or variant, unique over both. Generated when absent.
 */
export type ItemCode = string;

/**
 * Barcodes that ring it up; each unique over the merchant's items and variants.
 */
export type Barcodes = Array<string>;

/**
 * Free text of several lines; tabs and line breaks are allowed, other control characters and bidirectional overrides are not. Null for none.
 */
export type NullableText = string | null;

/**
 * Identifier of another record of the same merchant, or null for none.
 */
export type NullableId = number | null;

/**
 * Unit that the quantity counts, such as `kg` or `cup`. Null for pieces.
 */
export type NullableUnit = string | null;

/**
 * An exact price or total in the merchant's currency, as a decimal string. It has no more decimals than the currency (ISO 4217), zeros at its end aside: `"1.505"` in GBP and `"310.5"` in JPY are refused with the rule `minorUnits`. It is answered with exactly as many: `"3.1"` as `"3.10"`, in JPY `"310.00"` as `"310"`. A JSON number is refused, so that no amount is ever rounded on its way.
 */
export type Money = string;

/**
 * What one unit costs the merchant (see Cost), or null where it is not known.
 */
export type NullableCost = string | null;

/**
 * The merchant's currency, ISO 4217.
 */
export type Currency = string;

/**
 * Whether stock is counted for the item. A combo's stock is that of its components, so it is false there.
 */
export type TrackStock = boolean;

/**
 * An exact quantity as a decimal string (see Quantity), or null for none.
 */
export type NullableQuantity = string | null;

/**
 * Address of a picture, https only. Null for none.
 */
export type NullableImageUrl = string | null;

/**
 * Modifier groups that are offered with the item.
 */
export type ModifierIds = Array<Id>;

/**
 * An exact price as a decimal string (see Money), or null for none.
 */
export type NullableMoney = string | null;

/**
 * One variant of an item, such as a size.
 */
export type Variant = {
    id: Id;
    name: Name;
    itemCode: ItemCode;
    barcodes: Barcodes;
    price: NullableMoney;
    cost: NullableCost;
};

/**
 * An exact quantity above zero (see Quantity), as a decimal string with up to 3 decimals.
 */
export type PositiveQuantity = string;

/**
 * One part of a combo.
 */
export type Component = {
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
};

/**
 * What differs at one store; null means as on the item.
 */
export type StoreOverride = {
    storeId: Id;
    price: NullableMoney;
    lowStockLevel: NullableQuantity;
    status: Status;
};

/**
 * The partner's own identifier of this record, unique per app and resource. Null for none.
 */
export type NullableExternalId = string | null;

/**
 * Starts at 1 and grows by one with every write. Sent as the ETag of single reads.
 */
export type Version = number;

/**
 * Something the merchant sells.
 */
export type Item = {
    id: Id;
    type: ItemType;
    status: Status;
    name: Name;
    itemCode: ItemCode;
    barcodes: Barcodes;
    description: NullableText;
    groupId: NullableId;
    brandId: NullableId;
    taxId: NullableId;
    unit: NullableUnit;
    price: Money;
    cost: NullableCost;
    currency: Currency;
    weighingScale: Flag;
    trackStock: TrackStock;
    lowStockLevel: NullableQuantity;
    imageUrl: NullableImageUrl;
    modifierIds: ModifierIds;
    /**
     * The variants of an item of type 1; empty for the others.
     */
    variants: Array<Variant>;
    /**
     * What a combo (type 2) is made of; empty for the others.
     */
    components: Array<Component>;
    /**
     * What differs at single stores.
     */
    stores: Array<StoreOverride>;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * Where this page stands in the whole list.
 */
export type Pagination = {
    /**
     * The page's number, from 1; 9007199254740991 for any that is beyond it. Null when the page was asked for by cursor.
     */
    page: number | null;
    /**
     * Rows per page that were asked for.
     */
    limit: number;
    /**
     * Records that match; under `search` they are counted up to 1000. On a page asked for by cursor, the number when the first page was read.
     */
    total: number;
    /**
     * Extension: false when `search` matches more records than were counted.
     */
    totalIsExact: boolean;
    /**
     * Whether further records follow this page.
     */
    hasMore: boolean;
    /**
     * Pass as `cursor`, with the same filters, for the page that follows. Null on the last page.
     */
    nextCursor: string | null;
};

/**
 * One page of items.
 */
export type ItemList = {
    /**
     * The records of this page.
     */
    data: Array<Item>;
    pagination: Pagination;
};

/**
 * A variant of a new item; null prices mean the item's own.
 */
export type NewVariant = {
    name: Name;
    itemCode?: ItemCode;
    barcodes?: Barcodes;
    price?: NullableMoney;
    cost?: NullableCost;
};

/**
 * What differs at one store; what is absent or null is as on the item, and the status is 1 when absent.
 */
export type StoreOverrideInput = {
    storeId: Id;
    price?: NullableMoney;
    lowStockLevel?: NullableQuantity;
    status?: Status;
};

/**
 * A new item.
 */
export type ItemCreate = unknown & {
    type?: ItemType;
    status?: Status;
    name: Name;
    itemCode?: ItemCode;
    barcodes?: Barcodes;
    description?: NullableText;
    groupId?: NullableId;
    brandId?: NullableId;
    taxId?: NullableId;
    unit?: NullableUnit;
    price?: Money;
    cost?: NullableCost;
    weighingScale?: Flag;
    trackStock?: TrackStock;
    lowStockLevel?: NullableQuantity;
    imageUrl?: NullableImageUrl;
    modifierIds?: ModifierIds;
    /**
     * The variants; only for an item of type 1, which has at least one.
     */
    variants?: Array<NewVariant>;
    /**
     * What the combo is made of; only for an item of type 2, which has at least one. A component is never a combo itself.
     */
    components?: Array<Component>;
    /**
     * What differs at single stores; each store at most once.
     */
    stores?: Array<StoreOverrideInput>;
    externalId?: NullableExternalId;
};

/**
 * An exact quantity that may be below zero, as tills may sell what is not counted in yet.
 */
export type SignedQuantity = string;

/**
 * One change of stock, and the level at the store before and after it.
 */
export type DryRunMovement = {
    storeId: Id;
    itemId: Id;
    variantId: NullableId;
    lineId: Id;
    change: SignedQuantity;
    unitCost: NullableCost;
    before: SignedQuantity;
    after: SignedQuantity;
};

/**
 * Extension: present only under `dryRun=true`. What the write would have done beyond the record.
 */
export type DryRun = {
    /**
     * The rows that the stock ledger would have gained, in their order.
     */
    movements: Array<DryRunMovement>;
};

/**
 * What the answer to a write has beside the record.
 */
export type DryRunnable = {
    dryRun?: DryRun;
};

/**
 * A quantity that may be below zero (see SignedQuantity), or null where stock is not tracked.
 */
export type NullableSignedQuantity = string | null;

/**
 * Stock over all stores; `onHand` is null where stock is not tracked.
 */
export type Stock = {
    onHand: NullableSignedQuantity;
    stockStatus: StockStatus;
};

/**
 * Price and stock of one variant at the store.
 */
export type VariantState = {
    variantId: Id;
    price: Money;
    onHand: NullableSignedQuantity;
};

/**
 * What holds at one store, its overrides applied.
 */
export type StoreState = {
    storeId: Id;
    status: Status;
    price: Money;
    lowStockLevel: NullableQuantity;
    onHand: NullableSignedQuantity;
    stockStatus: StockStatus;
    /**
     * Price and stock of each variant at the store.
     */
    variants: Array<VariantState>;
};

/**
 * An item, its stock over all stores, and what holds at one store.
 */
export type ItemAtStore = Item & {
    stock: Stock;
    atStore: StoreState;
};

/**
 * A variant as sent. With `id` it is an existing variant of the item, without it a new one; null prices mean the item's own.
 */
export type VariantInput = {
    id?: Id;
    name: Name;
    itemCode?: ItemCode;
    barcodes?: Barcodes;
    price?: NullableMoney;
    cost?: NullableCost;
};

/**
 * Changes to an item.
 */
export type ItemUpdate = {
    status?: Status;
    name?: Name;
    itemCode?: ItemCode;
    barcodes?: Barcodes;
    description?: NullableText;
    groupId?: NullableId;
    brandId?: NullableId;
    taxId?: NullableId;
    unit?: NullableUnit;
    price?: Money;
    cost?: NullableCost;
    weighingScale?: Flag;
    trackStock?: TrackStock;
    lowStockLevel?: NullableQuantity;
    imageUrl?: NullableImageUrl;
    modifierIds?: ModifierIds;
    /**
     * The variants; only for an item of type 1, which has at least one.
     */
    variants?: Array<VariantInput>;
    /**
     * What the combo is made of; only for an item of type 2, which has at least one. A component is never a combo itself.
     */
    components?: Array<Component>;
    /**
     * What differs at single stores; each store at most once.
     */
    stores?: Array<StoreOverrideInput>;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly type?: ItemType;
    readonly currency?: Currency;
    readonly stock?: Stock;
    readonly atStore?: StoreState;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * What is on hand of one variant.
 */
export type VariantLevel = {
    variantId: Id;
    onHand: SignedQuantity;
};

/**
 * What moved the stock; `opening` is what a store had when its stock began to be counted.
 */
export type DocumentKind = 'opening' | 'purchaseOrder' | 'purchaseReturn' | 'refund' | 'sale' | 'stockAdjustment' | 'stockTransfer';

/**
 * One row of the stock ledger, which is only ever added to.
 */
export type StockMovement = {
    id: Id;
    variantId: NullableId;
    change: SignedQuantity;
    unitCost: NullableCost;
    documentKind: DocumentKind;
    /**
     * The document that moved it. Null for opening stock, which has none.
     */
    documentId: number | null;
    /**
     * The document's line. Null for opening stock.
     */
    lineId: number | null;
    /**
     * The app that moved it. Null when the merchant's back office did.
     */
    appId: number | null;
    /**
     * The request that moved it. Null when no request did.
     */
    correlationId: string | null;
    at: Timestamp;
};

/**
 * What is on hand of an item at one store, and one page of the movements that add up to it.
 */
export type ItemStock = {
    itemId: Id;
    storeId: Id;
    onHand: SignedQuantity;
    /**
     * The level of each variant that has ever been moved here; empty for an item without variants.
     */
    variants: Array<VariantLevel>;
    /**
     * The movements of this page, newest first.
     */
    data: Array<StockMovement>;
    pagination: Pagination;
};

/**
 * Position among its siblings; lower comes first.
 */
export type SortOrder = number;

/**
 * Colour of its button, `#RRGGBB`. Null for none.
 */
export type NullableColor = string | null;

/**
 * A category (group) of items; categories form a tree.
 */
export type Category = {
    id: Id;
    status: Status;
    name: Name;
    parentId: NullableId;
    sortOrder: SortOrder;
    color: NullableColor;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of categories.
 */
export type CategoryList = {
    /**
     * The records of this page.
     */
    data: Array<Category>;
    pagination: Pagination;
};

/**
 * A new category.
 */
export type CategoryCreate = {
    status?: Status;
    name: Name;
    parentId?: NullableId;
    sortOrder?: SortOrder;
    color?: NullableColor;
    externalId?: NullableExternalId;
};

/**
 * Changes to a category.
 */
export type CategoryUpdate = {
    status?: Status;
    name?: Name;
    parentId?: NullableId;
    sortOrder?: SortOrder;
    color?: NullableColor;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * A brand that items can carry.
 */
export type Brand = {
    id: Id;
    status: Status;
    name: Name;
    description: NullableText;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of brands.
 */
export type BrandList = {
    /**
     * The records of this page.
     */
    data: Array<Brand>;
    pagination: Pagination;
};

/**
 * A new brand.
 */
export type BrandCreate = {
    status?: Status;
    name: Name;
    description?: NullableText;
    externalId?: NullableExternalId;
};

/**
 * Changes to a brand.
 */
export type BrandUpdate = {
    status?: Status;
    name?: Name;
    description?: NullableText;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * 1 yes, 0 no, 2 any.
 */
export type ChannelFilter = 0 | 1 | 2;

/**
 * From one time of a day to a later one, which is itself outside.
 */
export type AvailabilityWindow = {
    /**
     * 0 Sunday, 1 Monday and so on to 6 Saturday.
     */
    day: number;
    /**
     * The time at which it begins, `HH:MM`.
     */
    from: string;
    /**
     * The time at which it ends, `HH:MM` or `24:00` for the end of the day; later than `from`.
     */
    to: string;
};

/**
 * When the menu is offered, in each store's local time. The windows of one day do not overlap; one that goes past midnight is sent as two. An empty list means at any time.
 */
export type MenuAvailability = Array<AvailabilityWindow>;

/**
 * How many items are on the menu.
 */
export type MenuItemCount = number;

/**
 * Ids of the stores that the menu is assigned to, in the order in which they were sent.
 */
export type MenuStoreIds = Array<Id>;

/**
 * A menu as lists give it, without its items.
 */
export type Menu = {
    id: Id;
    status: Status;
    name: Name;
    description: NullableText;
    delivery: Flag;
    takeaway: Flag;
    online: Flag;
    availability: MenuAvailability;
    itemCount: MenuItemCount;
    storeIds: MenuStoreIds;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of menus.
 */
export type MenuList = {
    /**
     * The records of this page.
     */
    data: Array<Menu>;
    pagination: Pagination;
};

/**
 * Position on the menu; lower comes first, and entries of one position in the order in which they were sent.
 */
export type MenuSortOrder = number;

/**
 * An item on a menu; without `price` or with null it has the item's own, `sortOrder` is 0 and `status` 1 when absent.
 */
export type MenuItemInput = {
    itemId: Id;
    price?: NullableMoney;
    sortOrder?: MenuSortOrder;
    status?: Status;
};

/**
 * The items of the menu; each item at most once.
 */
export type MenuItems = Array<MenuItemInput>;

/**
 * A store that the menu is assigned to.
 */
export type MenuStoreInput = {
    storeId: Id;
};

/**
 * The stores that the menu is assigned to, each at most once; with none, it is offered nowhere yet.
 */
export type MenuStores = Array<MenuStoreInput>;

/**
 * A new menu. The flags are 0 when absent, the lists empty.
 */
export type MenuCreate = {
    status?: Status;
    name: Name;
    description?: NullableText;
    delivery?: Flag;
    takeaway?: Flag;
    online?: Flag;
    availability?: MenuAvailability;
    items?: MenuItems;
    stores?: MenuStores;
    externalId?: NullableExternalId;
};

/**
 * The item's own status; an inactive item is not sold, whatever its status on the menu.
 */
export type MenuItemStatus = 0 | 1;

/**
 * `price`, or the item's own where that is null. What a store has of its own (see getItem) is not in it.
 */
export type EffectivePrice = string;

/**
 * An item on a menu, and what holds of it there.
 */
export type MenuItem = {
    itemId: Id;
    /**
     * The price on this menu. Null for the item's own.
     */
    price: string | null;
    sortOrder: MenuSortOrder;
    /**
     * 1 offered on this menu, 0 not for now.
     */
    status: 0 | 1;
    name: Name;
    itemCode: ItemCode;
    type: ItemType;
    itemStatus: MenuItemStatus;
    effectivePrice: EffectivePrice;
};

/**
 * A store that the menu is assigned to.
 */
export type MenuStore = {
    storeId: Id;
    name: Name;
};

/**
 * A menu with its items and stores.
 */
export type MenuFull = Menu & {
    /**
     * The items, in the order in which they were sent.
     */
    items: Array<MenuItem>;
    /**
     * The stores that the menu is assigned to, in the order in which they were sent.
     */
    stores: Array<MenuStore>;
};

/**
 * As MenuItemInput; what is read-only is that of the item's present entry.
 */
export type ChangedMenuItem = {
    itemId: Id;
    price?: NullableMoney;
    sortOrder?: MenuSortOrder;
    status?: Status;
    readonly name?: Name;
    readonly itemCode?: ItemCode;
    readonly type?: ItemType;
    readonly itemStatus?: MenuItemStatus;
    readonly effectivePrice?: EffectivePrice;
};

/**
 * A store that the menu is assigned to.
 */
export type ChangedMenuStore = {
    storeId: Id;
    readonly name?: Name;
};

/**
 * Changes to a menu.
 */
export type MenuUpdate = {
    status?: Status;
    name?: Name;
    description?: NullableText;
    delivery?: Flag;
    takeaway?: Flag;
    online?: Flag;
    availability?: MenuAvailability;
    /**
     * The items of the menu; each item at most once.
     */
    items?: Array<ChangedMenuItem>;
    /**
     * The stores that the menu is assigned to, each at most once; with none, it is offered nowhere yet.
     */
    stores?: Array<ChangedMenuStore>;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly itemCount?: MenuItemCount;
    readonly storeIds?: MenuStoreIds;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * How many options have to be chosen; 0 for a group that may be passed over. At most `maxSelect`, and at most as many as there are active options.
 */
export type MinSelect = number;

/**
 * How many options may be chosen, at least `minSelect`. Null for any number.
 */
export type MaxSelect = number | null;

/**
 * Position in the group; lower comes first, and options of one position in the order in which they were sent.
 */
export type OptionSortOrder = number;

/**
 * The item that the option stands for, such as a side dish that is sold by itself too. Null for none.
 */
export type OptionItemId = number | null;

/**
 * One option of a group.
 */
export type ModifierOption = {
    id: Id;
    name: Name;
    /**
     * What the option adds to the item's price.
     */
    price: string;
    sortOrder: OptionSortOrder;
    status: Status;
    itemId: OptionItemId;
};

/**
 * Items that the group is offered with, each with at most 50 groups. The same relation as the `modifierIds` of items: a change on either side shows on both. Answered in ascending order; an item that joins has the group behind its others.
 */
export type ModifierItemIds = Array<Id>;

/**
 * A group of options that are chosen from when an item is ordered.
 */
export type ModifierGroup = {
    id: Id;
    status: Status;
    name: Name;
    minSelect: MinSelect;
    maxSelect: MaxSelect;
    /**
     * The options, in the order in which they were sent.
     */
    options: Array<ModifierOption>;
    itemIds: ModifierItemIds;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of modifier groups.
 */
export type ModifierGroupList = {
    /**
     * The records of this page.
     */
    data: Array<ModifierGroup>;
    pagination: Pagination;
};

/**
 * An option of a new group.
 */
export type NewModifierOption = {
    name: Name;
    /**
     * What the option adds to the item's price; 0 for a new option when absent.
     */
    price?: string;
    sortOrder?: OptionSortOrder;
    status?: Status;
    itemId?: OptionItemId;
};

/**
 * A new modifier group. Without `minSelect` nothing has to be chosen, without `maxSelect` any number may be.
 */
export type ModifierGroupCreate = {
    status?: Status;
    name: Name;
    minSelect?: MinSelect;
    maxSelect?: MaxSelect;
    /**
     * The options, in the order in which they are to appear; `sortOrder` comes first.
     */
    options: Array<NewModifierOption>;
    itemIds?: ModifierItemIds;
    externalId?: NullableExternalId;
};

/**
 * An item that a group is offered with.
 */
export type ModifierItem = {
    itemId: Id;
    name: Name;
    itemCode: ItemCode;
    status: Status;
};

/**
 * The items that `itemIds` names, in that order.
 */
export type ModifierItems = Array<ModifierItem>;

/**
 * A modifier group with the items it is offered with.
 */
export type ModifierGroupFull = ModifierGroup & {
    items: ModifierItems;
};

/**
 * An option as sent. With `id` it is an existing option of the group, which keeps what is left out; without it a new one.
 */
export type ModifierOptionInput = {
    id?: Id;
    name: Name;
    /**
     * What the option adds to the item's price; 0 for a new option when absent.
     */
    price?: string;
    sortOrder?: OptionSortOrder;
    status?: Status;
    itemId?: OptionItemId;
};

/**
 * Changes to a modifier group.
 */
export type ModifierGroupUpdate = {
    status?: Status;
    name?: Name;
    minSelect?: MinSelect;
    maxSelect?: MaxSelect;
    /**
     * The options, in the order in which they are to appear; `sortOrder` comes first.
     */
    options?: Array<ModifierOptionInput>;
    itemIds?: ModifierItemIds;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly items?: ModifierItems;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * 1 active, 0 voided.
 */
export type RowStatus = 0 | 1;

/**
 * A calendar day, YYYY-MM-DD, or an instant, RFC 3339 with its offset, whose `+` is sent as `%2B`. An instant stands for the day that it falls on at the record's store; of a transfer, at the store that the stock leaves.
 */
export type DateBound = string;

/**
 * 0 draft, 1 partly received, 2 received.
 */
export type PurchStatus = 0 | 1 | 2;

/**
 * The merchant's number of the order, unique over its orders; no comma in it.
 */
export type OrderNo = string;

/**
 * A calendar day, YYYY-MM-DD.
 */
export type BusinessDate = string;

/**
 * A calendar day, YYYY-MM-DD, or null for none.
 */
export type NullableBusinessDate = string | null;

/**
 * The supplier's invoice number. Null for none.
 */
export type NullableInvoice = string | null;

/**
 * Name of the app that created the order. Null when the merchant's back office did.
 */
export type NullableProvider = string | null;

/**
 * What one unit costs the merchant, in its currency, as a decimal string with up to 4 decimals, which purchasing needs. It is answered with as many decimals as the currency has, or as many more as it needs: `"1.5"` in GBP as `"1.50"`, `"1.5250"` as `"1.525"`.
 */
export type Cost = string;

/**
 * The tax's rate in per cent when the line was written, without zeros at its end; a later change of the tax leaves it. Null without tax.
 */
export type NullableTaxRate = string | null;

/**
 * An exact quantity as a decimal string with up to 3 decimals (weighed goods need them). It is answered without zeros at its end, `"1.500"` as `"1.5"`.
 */
export type Quantity = string;

/**
 * One line. `subtotal` is quantity times unit cost, `tax` is `taxRate` per cent of subtotal less discount, each rounded half up once to the currency's decimals; `total` is subtotal less discount plus tax.
 */
export type PurchaseOrderLine = {
    id: Id;
    itemId: Id;
    variantId: NullableId;
    quantity: PositiveQuantity;
    unitCost: Cost;
    discount: Money;
    taxId: NullableId;
    taxRate: NullableTaxRate;
    subtotal: Money;
    tax: Money;
    total: Money;
    received: Quantity;
    outstanding: Quantity;
};

/**
 * Whether something can be done with a document in its present state, and if not, how it would be refused.
 */
export type AllowedAction = {
    /**
     * What would be done.
     */
    action: 'update' | 'receive' | 'void' | 'post';
    /**
     * Whether the present state allows it.
     */
    allowed: boolean;
    /**
     * The code it would be refused with; null where it is allowed.
     */
    code: 'partner.state_conflict' | null;
    /**
     * Why it is not allowed, for people; null where it is.
     */
    reason: string | null;
};

/**
 * What the present state allows; worked out by the service.
 */
export type AllowedActions = Array<AllowedAction>;

/**
 * Goods ordered from a supplier for one store. `subtotal`, `discountTotal` and `taxTotal` are the sums over the lines; `total` is that of the lines' totals, and so subtotal less discounts plus tax to the last digit.
 */
export type PurchaseOrder = {
    id: Id;
    status: RowStatus;
    orderNo: OrderNo;
    supplierId: Id;
    storeId: Id;
    orderDate: BusinessDate;
    expectedDate: NullableBusinessDate;
    invoice: NullableInvoice;
    narration: NullableText;
    provider: NullableProvider;
    purchStatus: PurchStatus;
    currency: Currency;
    subtotal: Money;
    discountTotal: Money;
    taxTotal: Money;
    total: Money;
    /**
     * What was ordered.
     */
    lines: Array<PurchaseOrderLine>;
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * A row of the supplier transactions view: a purchase.
 */
export type PurchaseTransaction = PurchaseOrder & {
    /**
     * Always 0, a purchase.
     */
    Type: 0;
    date: BusinessDate;
};

/**
 * One item or variant that went back.
 */
export type PurchaseReturnLine = {
    id: Id;
    itemId: Id;
    variantId: NullableId;
    quantity: PositiveQuantity;
    unitCost: Cost;
    total: Money;
};

/**
 * A row of the supplier transactions view: goods that went back to the supplier. Written by the merchant's back office alone.
 */
export type PurchaseReturnTransaction = {
    /**
     * Always 1, a purchase return.
     */
    Type: 1;
    date: BusinessDate;
    id: Id;
    status: RowStatus;
    /**
     * The merchant's number of the return, unique over its returns.
     */
    returnNo: string;
    supplierId: Id;
    storeId: Id;
    narration: NullableText;
    currency: Currency;
    total: Money;
    /**
     * What went back.
     */
    lines: Array<PurchaseReturnLine>;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of purchase orders, or with `transactions=true` of supplier transactions, which all have a `Type`.
 */
export type PurchaseOrderList = {
    /**
     * The records of this page.
     */
    data: Array<PurchaseOrder | PurchaseTransaction | PurchaseReturnTransaction>;
    pagination: Pagination;
};

/**
 * A calendar day, YYYY-MM-DD, from 2000-01-01 on. How far ahead it may be, each property says: in days after today, which is the day where it is the latest (UTC+14). A date that a document has may stay.
 */
export type DocumentDate = string;

/**
 * A calendar day, YYYY-MM-DD, from 2000-01-01 on (see DocumentDate), or null for none.
 */
export type NullableDocumentDate = string | null;

/**
 * A line of a new order. An item with variants needs `variantId`; a combo cannot be bought. The discount is an amount, at most the line's subtotal.
 */
export type NewPurchaseOrderLine = {
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
    unitCost: Cost;
    discount?: Money;
    taxId?: NullableId;
};

/**
 * A new purchase order.
 */
export type PurchaseOrderCreate = {
    orderNo?: OrderNo;
    supplierId: Id;
    storeId: Id;
    /**
     * The day of the order, at most 366 days ahead.
     */
    orderDate: DocumentDate;
    /**
     * The day on which the goods are expected, not before `orderDate` and at most 1827 days ahead. Null for none.
     */
    expectedDate?: NullableDocumentDate;
    invoice?: NullableInvoice;
    narration?: NullableText;
    /**
     * What is ordered.
     */
    lines: Array<NewPurchaseOrderLine>;
    externalId?: NullableExternalId;
};

/**
 * A line as sent. With `id` it is an existing line of the order, which keeps the variant, discount and tax that are not named; without it a new one.
 */
export type PurchaseOrderLineInput = {
    id?: Id;
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
    unitCost: Cost;
    discount?: Money;
    taxId?: NullableId;
    readonly taxRate?: NullableTaxRate;
    readonly subtotal?: Money;
    readonly tax?: Money;
    readonly total?: Money;
    readonly received?: Quantity;
    readonly outstanding?: Quantity;
};

/**
 * Changes to a purchase order.
 */
export type PurchaseOrderUpdate = {
    status?: RowStatus;
    orderNo?: OrderNo;
    supplierId?: Id;
    storeId?: Id;
    /**
     * The day of the order, at most 366 days ahead.
     */
    orderDate?: DocumentDate;
    /**
     * The day on which the goods are expected, not before `orderDate` and at most 1827 days ahead. Null for none.
     */
    expectedDate?: NullableDocumentDate;
    invoice?: NullableInvoice;
    narration?: NullableText;
    /**
     * What is ordered.
     */
    lines?: Array<PurchaseOrderLineInput>;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly provider?: NullableProvider;
    readonly purchStatus?: PurchStatus;
    readonly currency?: Currency;
    readonly subtotal?: Money;
    readonly discountTotal?: Money;
    readonly taxTotal?: Money;
    readonly total?: Money;
    readonly allowedActions?: AllowedActions;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * How much of one line has come in.
 */
export type PurchaseOrderReceiptLine = {
    lineId: Id;
    quantity: PositiveQuantity;
};

/**
 * What has come in; without `lines` it is everything outstanding.
 */
export type PurchaseOrderReceipt = {
    /**
     * The lines that have come in, each once.
     */
    lines?: Array<PurchaseOrderReceiptLine>;
};

/**
 * 0 draft, nothing is received; 1 partial, something is still outstanding; 2 done. It follows from the lines.
 */
export type TransferStatus = 0 | 1 | 2;

/**
 * The transfer's number, unique for the merchant. Generated when absent.
 */
export type TransferNo = string;

/**
 * How much of one item or variant moves, and how much of it has arrived.
 */
export type StockTransferLine = {
    id: Id;
    itemId: Id;
    variantId: NullableId;
    quantity: PositiveQuantity;
    received: Quantity;
    outstanding: Quantity;
};

/**
 * Stock on its way from one store to another.
 */
export type StockTransfer = {
    id: Id;
    transferNo: TransferNo;
    fromStoreId: Id;
    toStoreId: Id;
    date: BusinessDate;
    narration: NullableText;
    transferStatus: TransferStatus;
    status: RowStatus;
    /**
     * What moves.
     */
    lines: Array<StockTransferLine>;
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of stock transfers.
 */
export type StockTransferList = {
    /**
     * The records of this page.
     */
    data: Array<StockTransfer>;
    pagination: Pagination;
};

/**
 * A line of a new transfer. An item of type 1 needs `variantId`; a combo holds no stock and cannot be moved.
 */
export type NewStockTransferLine = {
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
};

/**
 * A new transfer. `fromStoreId` and `toStoreId` differ.
 */
export type StockTransferCreate = {
    transferNo?: TransferNo;
    fromStoreId: Id;
    toStoreId: Id;
    /**
     * The day of the transfer, at most 366 days ahead.
     */
    date: DocumentDate;
    narration?: NullableText;
    /**
     * What moves.
     */
    lines: Array<NewStockTransferLine>;
    externalId?: NullableExternalId;
};

/**
 * A line as sent. With `id` it is an existing line of the transfer, without it a new one.
 */
export type StockTransferLineInput = {
    id?: Id;
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
    readonly received?: Quantity;
    readonly outstanding?: Quantity;
};

/**
 * Changes to a transfer.
 */
export type StockTransferUpdate = {
    transferNo?: TransferNo;
    fromStoreId?: Id;
    toStoreId?: Id;
    /**
     * The day of the transfer, at most 366 days ahead.
     */
    date?: DocumentDate;
    narration?: NullableText;
    status?: RowStatus;
    /**
     * What moves, whole; a line that is left out is removed.
     */
    lines?: Array<StockTransferLineInput>;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly transferStatus?: TransferStatus;
    readonly allowedActions?: AllowedActions;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * What has arrived of one line.
 */
export type StockTransferReceiptLine = {
    lineId: Id;
    quantity: PositiveQuantity;
};

/**
 * What has arrived; without `lines` it is everything outstanding.
 */
export type StockTransferReceipt = {
    /**
     * Each line at most once.
     */
    lines?: Array<StockTransferReceiptLine>;
};

/**
 * 0 count: a quantity is what is on hand; 1 add: a quantity comes in; 2 remove: a quantity goes out.
 */
export type StockAdjustmentType = 0 | 1 | 2;

/**
 * 0 draft, the stock is as it was; 1 posted, the stock is changed; 2 voided.
 */
export type StockAdjustmentStatus = 0 | 1 | 2;

/**
 * The adjustment's number, unique for the merchant. Generated when absent.
 */
export type AdjustmentNo = string;

/**
 * Why the stock is adjusted, or null.
 */
export type NullableAdjustmentReason = 'damage' | 'theft' | 'expiry' | 'waste' | 'correction' | 'opening' | 'other' | null;

/**
 * What was on hand, which may be below zero; null until the adjustment is posted.
 */
export type NullableStockLevel = string | null;

/**
 * One item or variant that is counted, added or removed, with its stock before and after posting.
 */
export type StockAdjustmentLine = {
    id: Id;
    itemId: Id;
    variantId: NullableId;
    quantity: Quantity;
    before: NullableStockLevel;
    after: NullableStockLevel;
};

/**
 * A correction of the stock of one store.
 */
export type StockAdjustment = {
    id: Id;
    adjustmentNo: AdjustmentNo;
    storeId: Id;
    date: BusinessDate;
    type: StockAdjustmentType;
    reason: NullableAdjustmentReason;
    narration: NullableText;
    status: StockAdjustmentStatus;
    /**
     * What is counted, added or removed.
     */
    lines: Array<StockAdjustmentLine>;
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of stock adjustments.
 */
export type StockAdjustmentList = {
    /**
     * The records of this page.
     */
    data: Array<StockAdjustment>;
    pagination: Pagination;
};

/**
 * A line of a new adjustment. An item of type 1 needs `variantId`; a combo holds no stock and cannot be adjusted.
 */
export type NewStockAdjustmentLine = {
    itemId: Id;
    variantId?: NullableId;
    quantity: Quantity;
};

/**
 * A new adjustment. Quantities are above 0 except in a count, which names each item or variant once.
 */
export type StockAdjustmentCreate = {
    adjustmentNo?: AdjustmentNo;
    storeId: Id;
    /**
     * The day of the adjustment, at most 31 days ahead.
     */
    date: DocumentDate;
    type: StockAdjustmentType;
    reason?: NullableAdjustmentReason;
    narration?: NullableText;
    /**
     * What is counted, added or removed.
     */
    lines: Array<NewStockAdjustmentLine>;
    externalId?: NullableExternalId;
};

/**
 * A line as sent. With `id` it is an existing line of the adjustment, without it a new one.
 */
export type StockAdjustmentLineInput = {
    id?: Id;
    itemId: Id;
    variantId?: NullableId;
    quantity: Quantity;
    readonly before?: NullableStockLevel;
    readonly after?: NullableStockLevel;
};

/**
 * Changes to an adjustment.
 */
export type StockAdjustmentUpdate = {
    adjustmentNo?: AdjustmentNo;
    storeId?: Id;
    /**
     * The day of the adjustment, at most 31 days ahead.
     */
    date?: DocumentDate;
    type?: StockAdjustmentType;
    reason?: NullableAdjustmentReason;
    narration?: NullableText;
    status?: StockAdjustmentStatus;
    /**
     * What is counted, added or removed, whole; a line that is left out is removed.
     */
    lines?: Array<StockAdjustmentLineInput>;
    externalId?: NullableExternalId;
    readonly id?: Id;
    readonly allowedActions?: AllowedActions;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * A store of the merchant.
 */
export type Store = {
    id: Id;
    status: Status;
    name: Name;
    /**
     * The merchant's short code for the store.
     */
    code: string;
    /**
     * IANA time zone; the store's business days are its local days.
     */
    timezone: string;
    currency: Currency;
    address: NullableText;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of stores.
 */
export type StoreList = {
    /**
     * The records of this page.
     */
    data: Array<Store>;
    pagination: Pagination;
};

/**
 * How an order came.
 */
export type Channel = 'counter' | 'dineIn' | 'takeaway' | 'delivery' | 'online';

/**
 * One line of an open order. Amounts include tax.
 */
export type OpenOrderLine = {
    itemId: Id;
    variantId: NullableId;
    /**
     * The item as it was ordered, with its variant.
     */
    name: string;
    quantity: PositiveQuantity;
    gross: Money;
    discount: Money;
    /**
     * Tax within gross less discount.
     */
    tax: Money;
};

/**
 * An order that is open at a store. Amounts include tax.
 */
export type OpenOrder = {
    id: Id;
    storeId: Id;
    /**
     * 1 open.
     */
    status: 1;
    /**
     * The order's number at the store.
     */
    orderNo: string;
    channel: Channel;
    currency: Currency;
    /**
     * Before discounts.
     */
    gross: Money;
    discounts: Money;
    /**
     * Tax within the total.
     */
    tax: Money;
    /**
     * What is to be paid, gross less discounts.
     */
    total: Money;
    /**
     * What was ordered.
     */
    lines: Array<OpenOrderLine>;
    openedAt: Timestamp;
    /**
     * The back office's own identifier of the order.
     */
    externalId: string;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of open orders.
 */
export type OpenOrderList = {
    /**
     * The orders of this page.
     */
    data: Array<OpenOrder>;
    pagination: Pagination;
};

/**
 * A day in a store's time zone, YYYY-MM-DD.
 */
export type BusinessDay = string;

/**
 * A sum of exact amounts, as a decimal string with as many decimals as the currency has.
 */
export type ReportAmount = string;

/**
 * A sum of exact amounts that may be below zero, as a decimal string with as many decimals as the currency has.
 */
export type SignedReportAmount = string;

/**
 * What was paid by each kind of payment, less what was given back by it. Adds up to net and tax.
 */
export type Payments = {
    cash: SignedReportAmount;
    card: SignedReportAmount;
    online: SignedReportAmount;
    giftCard: SignedReportAmount;
    account: SignedReportAmount;
    other: SignedReportAmount;
};

/**
 * One store's business day, in one currency.
 */
export type DailySales = {
    storeId: Id;
    storeName: Name;
    date: BusinessDay;
    currency: Currency;
    /**
     * How many sales there were.
     */
    orders: number;
    /**
     * How many refunds there were.
     */
    refundOrders: number;
    /**
     * Sales before discounts, tax included.
     */
    gross: ReportAmount;
    /**
     * What discounts took off.
     */
    discounts: ReportAmount;
    /**
     * Tax within what was sold, less the tax within what was refunded.
     */
    tax: SignedReportAmount;
    /**
     * What was given back, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
    payments: Payments;
};

/**
 * The sum of all rows in one currency.
 */
export type DailySalesTotals = {
    currency: Currency;
    /**
     * How many sales there were.
     */
    orders: number;
    /**
     * How many refunds there were.
     */
    refundOrders: number;
    /**
     * Sales before discounts, tax included.
     */
    gross: ReportAmount;
    /**
     * What discounts took off.
     */
    discounts: ReportAmount;
    /**
     * Tax within what was sold, less the tax within what was refunded.
     */
    tax: SignedReportAmount;
    /**
     * What was given back, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
    payments: Payments;
};

/**
 * Sales by store and day.
 */
export type DailySalesReport = {
    companyId: Id;
    from: BusinessDay;
    to: BusinessDay;
    /**
     * A row a store and day that has sales or refunds, by day and store.
     */
    data: Array<DailySales>;
    /**
     * The sums over all rows, one for each currency; none when there are no rows.
     */
    totals: Array<DailySalesTotals>;
};

/**
 * A sum of exact quantities, as a decimal string with up to 3 decimals.
 */
export type ReportQuantity = string;

/**
 * What was sold of one item, or one variant of it, in one currency.
 */
export type ItemSales = {
    itemId: Id;
    variantId: NullableId;
    itemCode: ItemCode;
    name: Name;
    /**
     * The variant's name, or null for an item without variants.
     */
    variantName: string | null;
    currency: Currency;
    quantity: ReportQuantity;
    refundedQuantity: ReportQuantity;
    /**
     * Sales before discounts, tax included.
     */
    gross: ReportAmount;
    /**
     * What discounts took off.
     */
    discounts: ReportAmount;
    /**
     * Tax within what was sold, less the tax within what was refunded.
     */
    tax: SignedReportAmount;
    /**
     * What was given back, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
};

/**
 * Where this page stands in the whole report.
 */
export type ReportPagination = {
    /**
     * The page's number, from 1; 9007199254740991 for any that is beyond it.
     */
    page: number;
    /**
     * Rows per page that were asked for.
     */
    limit: number;
    /**
     * Rows of the whole report.
     */
    total: number;
    /**
     * Whether further rows follow this page.
     */
    hasMore: boolean;
};

/**
 * One page of sales by item.
 */
export type SalesByItemReport = {
    companyId: Id;
    from: BusinessDay;
    to: BusinessDay;
    /**
     * The rows of this page.
     */
    data: Array<ItemSales>;
    pagination: ReportPagination;
};

/**
 * A sum of exact amounts that may be below zero (see SignedReportAmount), or null where there is none.
 */
export type NullableSignedReportAmount = string | null;

/**
 * What is on hand of one item, or one variant of it, at one store.
 */
export type StockOnHand = {
    storeId: Id;
    itemId: Id;
    variantId: NullableId;
    itemCode: ItemCode;
    name: Name;
    /**
     * The variant's name, or null for an item without variants.
     */
    variantName: string | null;
    onHand: SignedQuantity;
    currency: Currency;
    /**
     * What one costs the merchant now; that of the variant, if it has one of its own. Null when it is not known.
     */
    unitCost: NullableCost;
    /**
     * What is on hand at that cost, rounded half up to the currency's decimals. Null when the cost is not known.
     */
    value: NullableSignedReportAmount;
};

/**
 * One page of stock levels.
 */
export type StockOnHandReport = {
    /**
     * The levels of this page.
     */
    data: Array<StockOnHand>;
    pagination: Pagination;
};

/**
 * A supplier that the merchant buys from.
 */
export type Supplier = {
    id: Id;
    status: Status;
    name: Name;
    /**
     * The merchant's short code for the supplier. Null for none.
     */
    code: string | null;
    /**
     * Address that orders go to. Null for none.
     */
    email: string | null;
    /**
     * Telephone number as the merchant wrote it. Null for none.
     */
    phone: string | null;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of suppliers.
 */
export type SupplierList = {
    /**
     * The records of this page.
     */
    data: Array<Supplier>;
    pagination: Pagination;
};

/**
 * A tax that items can carry.
 */
export type Tax = {
    id: Id;
    status: Status;
    name: Name;
    /**
     * Per cent of the net price, as a decimal string with up to 4 decimals and no zeros at its end.
     */
    rate: string;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One page of taxes.
 */
export type TaxList = {
    /**
     * The records of this page.
     */
    data: Array<Tax>;
    pagination: Pagination;
};

/**
 * Direction of the sort.
 */
export type Order = 'asc' | 'desc';

/**
 * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
 */
export type Page = number;

/**
 * Rows per page.
 */
export type Limit = number;

/**
 * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
 */
export type Cursor = string;

/**
 * 1 only active records, 0 only inactive ones; both when omitted.
 */
export type StatusFilter = Status;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type ItemSort = 'entryDate' | 'updatedAt' | 'name' | 'itemCode' | 'price';

/**
 * Free text, matched in the names, barcodes and item codes of the item and its variants, whatever the case; every word has to occur.
 */
export type ItemSearch = SearchText;

/**
 * Category ids, comma-separated or as a repeated parameter; items of any of them.
 */
export type ItemGroupId = Array<Id>;

/**
 * Only items of this brand.
 */
export type ItemBrandId = Id;

/**
 * Only items with this tax.
 */
export type ItemTaxId = Id;

/**
 * Only items whose stock over all stores is in this state (see StockStatus).
 */
export type ItemStockStatus = StockStatus;

/**
 * 1 only weighed goods, 0 only others.
 */
export type ItemWeighingScale = Flag;

/**
 * 0 standard, 1 variant, 2 combo.
 */
export type ItemType2 = ItemType;

/**
 * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
 */
export type DryRun2 = boolean;

/**
 * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
 */
export type IdempotencyKey = string;

/**
 * Identifier of the record.
 */
export type Id2 = Id;

/**
 * Id of the store whose price and stock are wanted.
 */
export type ItemStoreId = string;

/**
 * The ETag of an earlier read; answers 304 without a body when nothing has changed.
 */
export type IfNoneMatch = string;

/**
 * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
 */
export type IfMatch = string;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type CategorySort = 'entryDate' | 'updatedAt' | 'name' | 'sortOrder';

/**
 * Free text, matched in the category (group) name, whatever the case; every word has to occur.
 */
export type CategorySearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type BrandSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the brand name, whatever the case; every word has to occur.
 */
export type BrandSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type MenuSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the menu name, whatever the case; every word has to occur.
 */
export type MenuSearch = SearchText;

/**
 * 1 only menus for delivery, 0 only others, 2 any, as when omitted.
 */
export type MenuDelivery = ChannelFilter;

/**
 * 1 only menus for takeaway, 0 only others, 2 any, as when omitted.
 */
export type MenuTakeaway = ChannelFilter;

/**
 * 1 only menus for online orders, 0 only others, 2 any, as when omitted.
 */
export type MenuOnline = ChannelFilter;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type ModifierSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the name of the group, whatever the case; every word has to occur.
 */
export type ModifierSearch = SearchText;

/**
 * Free text; only groups offered with an item in whose name every word occurs, whatever the case.
 */
export type ModifierItemSearch = SearchText;

/**
 * 1 only active records, 0 only voided ones. When omitted, `includeVoided` decides.
 */
export type RowStatusFilter = RowStatus;

/**
 * `true` (or `1`) to list voided records too, `false` (or `0`) to leave them out; letters in any case.
 */
export type IncludeVoided = boolean;

/**
 * Only records of this day or later, where an instant stands for the day that it falls on at the record's store.
 */
export type FromDate = DateBound;

/**
 * Only records of this day or earlier, where an instant stands for the day that it falls on at the record's store.
 */
export type ToDate = DateBound;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type PurchaseOrderSort = 'entryDate' | 'updatedAt' | 'orderDate' | 'orderNo' | 'total';

/**
 * Free text, matched in the order number, the invoice, the supplier's name and the narration, whatever the case; every word has to occur.
 */
export type PurchaseOrderSearch = SearchText;

/**
 * Supplier ids, comma-separated or as a repeated parameter; orders from any of them.
 */
export type PurchaseOrderSupplierId = Array<string>;

/**
 * Store ids, comma-separated or as a repeated parameter; orders for any of them, or of those in `storeIds`.
 */
export type PurchaseOrderStoreId = Array<string>;

/**
 * The array form of `storeId`; together they are one list.
 */
export type PurchaseOrderStoreIds = Array<string>;

/**
 * 0 only drafts, 1 only partly received, 2 only received.
 */
export type PurchaseOrderPurchStatus = PurchStatus;

/**
 * Order numbers, comma-separated or as a repeated parameter; orders with one of them.
 */
export type PurchaseOrderOrderNos = Array<OrderNo>;

/**
 * Only orders of this integration source, by its exact name.
 */
export type PurchaseOrderProvider = string;

/**
 * `true` (or `1`), letters in any case, for the supplier transactions view: purchases and purchase returns in one list by their `date`, each row with its `Type`. It can be narrowed by `supplierId`, `storeId`, `storeIds`, `fromDate`, `toDate`, `search`, `status` and `includeVoided`; `purchStatus`, `orderNos`, `provider` and a `sort` other than entryDate or orderDate are refused with it, and either of these two sorts by `date`.
 */
export type PurchaseOrderTransactions = boolean;

/**
 * `true` (or `1`) creates the order and receives everything in one call, `false` (or `0`) leaves it a draft; letters in any case.
 */
export type PurchaseOrderReceive = boolean;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type StockTransferSort = 'entryDate' | 'updatedAt' | 'date' | 'transferNo';

/**
 * Free text, matched in the transfer number, the narration and the names of both stores, whatever the case; every word has to occur.
 */
export type StockTransferSearch = SearchText;

/**
 * Ids of stores, comma-separated or as a repeated parameter; transfers out of any of them.
 */
export type StockTransferFromStoreId = Array<string>;

/**
 * Ids of stores, comma-separated or as a repeated parameter; transfers into any of them.
 */
export type StockTransferToStoreId = Array<string>;

/**
 * 0 draft, 1 partial, 2 done.
 */
export type StockTransferStateFilter = TransferStatus;

/**
 * `true` (or `1`) creates the transfer and receives everything in one call, `false` (or `0`) leaves it a draft; letters in any case.
 */
export type StockTransferReceive = boolean;

/**
 * Rows per page; any value above 100 counts as 100, as `pagination.limit` says.
 */
export type StockAdjustmentLimit = number;

/**
 * Free text, matched in the adjustment number, the narration, the reason and the store's name, whatever the case; every word has to occur.
 */
export type StockAdjustmentSearch = SearchText;

/**
 * Only adjustments of this day or later, YYYY-MM-DD.
 */
export type StockAdjustmentFromDate = BusinessDate;

/**
 * Only adjustments of this day or earlier, YYYY-MM-DD.
 */
export type StockAdjustmentToDate = BusinessDate;

/**
 * Ids of stores, comma-separated or as a repeated parameter; adjustments at any of them.
 */
export type StockAdjustmentStoreId = Array<string>;

/**
 * 0 count, 1 add, 2 remove.
 */
export type StockAdjustmentTypeFilter = StockAdjustmentType;

/**
 * 0 draft, 1 posted, 2 voided; all when omitted.
 */
export type StockAdjustmentStatusFilter = StockAdjustmentStatus;

/**
 * `true` (or `1`) posts it, which changes the stock; `false` (or `0`) saves it without posting; letters in any case.
 */
export type StockAdjustmentPost = boolean;

/**
 * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
 */
export type CompanyId = Id;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type StoreSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the store name or code, whatever the case; every word has to occur.
 */
export type StoreSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type OpenOrderSort = 'openedAt' | 'updatedAt';

/**
 * Only orders that came this way.
 */
export type OpenOrderChannel = Channel;

/**
 * The first business day.
 */
export type From = BusinessDay;

/**
 * The last business day, included; not before `from`, and at most 366 days in all.
 */
export type To = BusinessDay;

/**
 * Extension: store ids, comma-separated or as a repeated parameter. Every store when omitted.
 */
export type StoreIds = Array<Id>;

/**
 * Figure to sort by; ties are broken by item and variant, so that paging is stable.
 */
export type SalesByItemSort = 'net' | 'gross' | 'quantity';

/**
 * Item ids, comma-separated or as a repeated parameter. Every item when omitted.
 */
export type ItemIds = Array<Id>;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type SupplierSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the supplier name or code, whatever the case; every word has to occur.
 */
export type SupplierSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type TaxSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the tax name, whatever the case; every word has to occur.
 */
export type TaxSearch = SearchText;

export type MintSandboxTokenData = {
    /**
     * The client credentials and the merchant.
     */
    body: MintRequest;
    path?: never;
    query?: never;
    url: '/token';
};

export type MintSandboxTokenErrors = {
    /**
     * The request is malformed, the merchant is not clear, or the credential is one for another way in.
     */
    400: MintError;
    /**
     * Unknown client id, wrong secret or revoked credential; which of them is not told.
     */
    401: MintError;
    /**
     * The credential holds but does not reach this merchant.
     */
    403: MintError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: MintError;
    /**
     * The body is neither JSON nor a form.
     */
    415: MintError;
    /**
     * More than 30 requests in this minute from this source address.
     */
    429: MintError;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: MintError;
    /**
     * The service cannot answer at the moment; try again after Retry-After.
     */
    503: MintError;
};

export type MintSandboxTokenError = MintSandboxTokenErrors[keyof MintSandboxTokenErrors];

export type MintSandboxTokenResponses = {
    /**
     * The access token.
     */
    200: MintResponse;
};

export type MintSandboxTokenResponse = MintSandboxTokenResponses[keyof MintSandboxTokenResponses];

export type CreateTokenData = {
    /**
     * The grant and the client's credentials.
     */
    body: TokenRequest;
    path?: never;
    query?: never;
    url: '/oauth/token';
};

export type CreateTokenErrors = {
    /**
     * The request is malformed, or the grant does not hold. Branch on `code`.
     */
    400: OAuthError;
    /**
     * Unknown client id, wrong secret or revoked credential; which of them is not told.
     */
    401: OAuthError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: OAuthError;
    /**
     * The app's requests of this minute are used up, or those that its source address may make without a valid client (partner.rate_limited); for client_credentials also the mints of the source address, which are counted together with those of `POST /token` (developer.rate_limited).
     */
    429: OAuthError;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: OAuthError;
    /**
     * The service cannot answer at the moment; try again after Retry-After.
     */
    503: OAuthError;
};

export type CreateTokenError = CreateTokenErrors[keyof CreateTokenErrors];

export type CreateTokenResponses = {
    /**
     * The access token and, but for client_credentials, the refresh token.
     */
    200: TokenResponse;
};

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses];

export type RevokeTokenData = {
    /**
     * The token and the client's credentials.
     */
    body: RevokeRequest;
    path?: never;
    query?: never;
    url: '/oauth/revoke';
};

export type RevokeTokenErrors = {
    /**
     * The request is malformed.
     */
    400: OAuthError;
    /**
     * Unknown client id, wrong secret or revoked credential; which of them is not told.
     */
    401: OAuthError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: OAuthError;
    /**
     * The app's requests of this minute are used up, or those that its source address may make without a valid client.
     */
    429: OAuthError;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: OAuthError;
    /**
     * The service cannot answer at the moment; try again after Retry-After.
     */
    503: OAuthError;
};

export type RevokeTokenError = RevokeTokenErrors[keyof RevokeTokenErrors];

export type RevokeTokenResponses = {
    /**
     * The token does not work, or no longer.
     */
    200: RevokeResponse;
};

export type RevokeTokenResponse = RevokeTokenResponses[keyof RevokeTokenResponses];

export type GetAuthorizationServerData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/.well-known/oauth-authorization-server';
};

export type GetAuthorizationServerErrors = {
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetAuthorizationServerError = GetAuthorizationServerErrors[keyof GetAuthorizationServerErrors];

export type GetAuthorizationServerResponses = {
    /**
     * The metadata.
     */
    200: AuthorizationServer;
};

export type GetAuthorizationServerResponse = GetAuthorizationServerResponses[keyof GetAuthorizationServerResponses];

export type GetJwksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/.well-known/jwks.json';
};

export type GetJwksErrors = {
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetJwksError = GetJwksErrors[keyof GetJwksErrors];

export type GetJwksResponses = {
    /**
     * The document.
     */
    200: Jwks;
};

export type GetJwksResponse = GetJwksResponses[keyof GetJwksResponses];

export type GetContractData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/openapi.json';
};

export type GetContractErrors = {
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetContractError = GetContractErrors[keyof GetContractErrors];

export type GetContractResponses = {
    /**
     * The document.
     */
    200: Contract;
};

export type GetContractResponse = GetContractResponses[keyof GetContractResponses];

export type ListItemsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name' | 'itemCode' | 'price';
        /**
         * Free text, matched in the names, barcodes and item codes of the item and its variants, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * Category ids, comma-separated or as a repeated parameter; items of any of them.
         */
        groupId?: Array<Id>;
        /**
         * Only items of this brand.
         */
        brandId?: Id;
        /**
         * Only items with this tax.
         */
        taxId?: Id;
        /**
         * Only items whose stock over all stores is in this state (see StockStatus).
         */
        stockStatus?: StockStatus;
        /**
         * 1 only weighed goods, 0 only others.
         */
        weighingScale?: Flag;
        /**
         * 0 standard, 1 variant, 2 combo.
         */
        type?: ItemType;
    };
    url: '/items';
};

export type ListItemsErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListItemsError = ListItemsErrors[keyof ListItemsErrors];

export type ListItemsResponses = {
    /**
     * One page of items.
     */
    200: ItemList;
};

export type ListItemsResponse = ListItemsResponses[keyof ListItemsResponses];

export type CreateItemData = {
    /**
     * The new item.
     */
    body: ItemCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/items';
};

export type CreateItemErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateItemError = CreateItemErrors[keyof CreateItemErrors];

export type CreateItemResponses = {
    /**
     * The item as stored.
     */
    201: Item & DryRunnable;
};

export type CreateItemResponse = CreateItemResponses[keyof CreateItemResponses];

export type GetItemData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query: {
        /**
         * Id of the store whose price and stock are wanted.
         */
        storeId: string;
    };
    url: '/items/{id}';
};

export type GetItemErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetItemError = GetItemErrors[keyof GetItemErrors];

export type GetItemResponses = {
    /**
     * The item and its state at the store.
     */
    200: ItemAtStore;
};

export type GetItemResponse = GetItemResponses[keyof GetItemResponses];

export type UpdateItemData = {
    /**
     * The properties to change.
     */
    body: ItemUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/items/{id}';
};

export type UpdateItemErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateItemError = UpdateItemErrors[keyof UpdateItemErrors];

export type UpdateItemResponses = {
    /**
     * The item as stored.
     */
    200: Item & DryRunnable;
};

export type UpdateItemResponse = UpdateItemResponses[keyof UpdateItemResponses];

export type GetItemStockData = {
    body?: never;
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query: {
        /**
         * Id of the store whose price and stock are wanted.
         */
        storeId: string;
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
    };
    url: '/items/{id}/stock';
};

export type GetItemStockErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetItemStockError = GetItemStockErrors[keyof GetItemStockErrors];

export type GetItemStockResponses = {
    /**
     * The levels and one page of movements.
     */
    200: ItemStock;
};

export type GetItemStockResponse = GetItemStockResponses[keyof GetItemStockResponses];

export type ListCategoriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name' | 'sortOrder';
        /**
         * Free text, matched in the category (group) name, whatever the case; every word has to occur.
         */
        search?: SearchText;
    };
    url: '/categories';
};

export type ListCategoriesErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListCategoriesError = ListCategoriesErrors[keyof ListCategoriesErrors];

export type ListCategoriesResponses = {
    /**
     * One page of categories.
     */
    200: CategoryList;
};

export type ListCategoriesResponse = ListCategoriesResponses[keyof ListCategoriesResponses];

export type CreateCategoryData = {
    /**
     * The new category.
     */
    body: CategoryCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/categories';
};

export type CreateCategoryErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateCategoryError = CreateCategoryErrors[keyof CreateCategoryErrors];

export type CreateCategoryResponses = {
    /**
     * The category as stored.
     */
    201: Category & DryRunnable;
};

export type CreateCategoryResponse = CreateCategoryResponses[keyof CreateCategoryResponses];

export type GetCategoryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/categories/{id}';
};

export type GetCategoryErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetCategoryError = GetCategoryErrors[keyof GetCategoryErrors];

export type GetCategoryResponses = {
    /**
     * The category.
     */
    200: Category;
};

export type GetCategoryResponse = GetCategoryResponses[keyof GetCategoryResponses];

export type UpdateCategoryData = {
    /**
     * The properties to change.
     */
    body: CategoryUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/categories/{id}';
};

export type UpdateCategoryErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateCategoryError = UpdateCategoryErrors[keyof UpdateCategoryErrors];

export type UpdateCategoryResponses = {
    /**
     * The category as stored.
     */
    200: Category & DryRunnable;
};

export type UpdateCategoryResponse = UpdateCategoryResponses[keyof UpdateCategoryResponses];

export type ListBrandsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the brand name, whatever the case; every word has to occur.
         */
        search?: SearchText;
    };
    url: '/brands';
};

export type ListBrandsErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListBrandsError = ListBrandsErrors[keyof ListBrandsErrors];

export type ListBrandsResponses = {
    /**
     * One page of brands.
     */
    200: BrandList;
};

export type ListBrandsResponse = ListBrandsResponses[keyof ListBrandsResponses];

export type CreateBrandData = {
    /**
     * The new brand.
     */
    body: BrandCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/brands';
};

export type CreateBrandErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateBrandError = CreateBrandErrors[keyof CreateBrandErrors];

export type CreateBrandResponses = {
    /**
     * The brand as stored.
     */
    201: Brand & DryRunnable;
};

export type CreateBrandResponse = CreateBrandResponses[keyof CreateBrandResponses];

export type GetBrandData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/brands/{id}';
};

export type GetBrandErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetBrandError = GetBrandErrors[keyof GetBrandErrors];

export type GetBrandResponses = {
    /**
     * The brand.
     */
    200: Brand;
};

export type GetBrandResponse = GetBrandResponses[keyof GetBrandResponses];

export type UpdateBrandData = {
    /**
     * The properties to change.
     */
    body: BrandUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/brands/{id}';
};

export type UpdateBrandErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateBrandError = UpdateBrandErrors[keyof UpdateBrandErrors];

export type UpdateBrandResponses = {
    /**
     * The brand as stored.
     */
    200: Brand & DryRunnable;
};

export type UpdateBrandResponse = UpdateBrandResponses[keyof UpdateBrandResponses];

export type ListMenusData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the menu name, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * 1 only menus for delivery, 0 only others, 2 any, as when omitted.
         */
        delivery?: ChannelFilter;
        /**
         * 1 only menus for takeaway, 0 only others, 2 any, as when omitted.
         */
        takeaway?: ChannelFilter;
        /**
         * 1 only menus for online orders, 0 only others, 2 any, as when omitted.
         */
        online?: ChannelFilter;
    };
    url: '/menus';
};

export type ListMenusErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListMenusError = ListMenusErrors[keyof ListMenusErrors];

export type ListMenusResponses = {
    /**
     * One page of menus.
     */
    200: MenuList;
};

export type ListMenusResponse = ListMenusResponses[keyof ListMenusResponses];

export type CreateMenuWithItemsData = {
    /**
     * The new menu.
     */
    body: MenuCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/menus/create-with-items';
};

export type CreateMenuWithItemsErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateMenuWithItemsError = CreateMenuWithItemsErrors[keyof CreateMenuWithItemsErrors];

export type CreateMenuWithItemsResponses = {
    /**
     * The menu as stored.
     */
    201: MenuFull & DryRunnable;
};

export type CreateMenuWithItemsResponse = CreateMenuWithItemsResponses[keyof CreateMenuWithItemsResponses];

export type GetMenuFullData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/menus/{id}/full';
};

export type GetMenuFullErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetMenuFullError = GetMenuFullErrors[keyof GetMenuFullErrors];

export type GetMenuFullResponses = {
    /**
     * The menu, its items and its stores.
     */
    200: MenuFull;
};

export type GetMenuFullResponse = GetMenuFullResponses[keyof GetMenuFullResponses];

export type UpdateMenuWithItemsData = {
    /**
     * The properties to change.
     */
    body: MenuUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/menus/{id}/update-with-items';
};

export type UpdateMenuWithItemsErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateMenuWithItemsError = UpdateMenuWithItemsErrors[keyof UpdateMenuWithItemsErrors];

export type UpdateMenuWithItemsResponses = {
    /**
     * The menu as stored.
     */
    200: MenuFull & DryRunnable;
};

export type UpdateMenuWithItemsResponse = UpdateMenuWithItemsResponses[keyof UpdateMenuWithItemsResponses];

export type ListModifiersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the name of the group, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * Free text; only groups offered with an item in whose name every word occurs, whatever the case.
         */
        itemSearch?: SearchText;
    };
    url: '/modifiers';
};

export type ListModifiersErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListModifiersError = ListModifiersErrors[keyof ListModifiersErrors];

export type ListModifiersResponses = {
    /**
     * One page of modifier groups.
     */
    200: ModifierGroupList;
};

export type ListModifiersResponse = ListModifiersResponses[keyof ListModifiersResponses];

export type CreateModifierData = {
    /**
     * The new group.
     */
    body: ModifierGroupCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/modifiers';
};

export type CreateModifierErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateModifierError = CreateModifierErrors[keyof CreateModifierErrors];

export type CreateModifierResponses = {
    /**
     * The group as stored.
     */
    201: ModifierGroupFull & DryRunnable;
};

export type CreateModifierResponse = CreateModifierResponses[keyof CreateModifierResponses];

export type UpdateModifierData = {
    /**
     * The properties to change.
     */
    body: ModifierGroupUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/modifiers/{id}';
};

export type UpdateModifierErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateModifierError = UpdateModifierErrors[keyof UpdateModifierErrors];

export type UpdateModifierResponses = {
    /**
     * The group as stored.
     */
    200: ModifierGroupFull & DryRunnable;
};

export type UpdateModifierResponse = UpdateModifierResponses[keyof UpdateModifierResponses];

export type GetModifierFullData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/modifiers/{id}/full';
};

export type GetModifierFullErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetModifierFullError = GetModifierFullErrors[keyof GetModifierFullErrors];

export type GetModifierFullResponses = {
    /**
     * The group, its options and its items.
     */
    200: ModifierGroupFull;
};

export type GetModifierFullResponse = GetModifierFullResponses[keyof GetModifierFullResponses];

export type ListPurchaseOrdersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only voided ones. When omitted, `includeVoided` decides.
         */
        status?: RowStatus;
        /**
         * `true` (or `1`) to list voided records too, `false` (or `0`) to leave them out; letters in any case.
         */
        includeVoided?: boolean;
        /**
         * Only records of this day or later, where an instant stands for the day that it falls on at the record's store.
         */
        fromDate?: DateBound;
        /**
         * Only records of this day or earlier, where an instant stands for the day that it falls on at the record's store.
         */
        toDate?: DateBound;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'orderDate' | 'orderNo' | 'total';
        /**
         * Free text, matched in the order number, the invoice, the supplier's name and the narration, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * Supplier ids, comma-separated or as a repeated parameter; orders from any of them.
         */
        supplierId?: Array<string>;
        /**
         * Store ids, comma-separated or as a repeated parameter; orders for any of them, or of those in `storeIds`.
         */
        storeId?: Array<string>;
        /**
         * The array form of `storeId`; together they are one list.
         */
        storeIds?: Array<string>;
        /**
         * 0 only drafts, 1 only partly received, 2 only received.
         */
        purchStatus?: PurchStatus;
        /**
         * Order numbers, comma-separated or as a repeated parameter; orders with one of them.
         */
        orderNos?: Array<OrderNo>;
        /**
         * Only orders of this integration source, by its exact name.
         */
        provider?: string;
        /**
         * `true` (or `1`), letters in any case, for the supplier transactions view: purchases and purchase returns in one list by their `date`, each row with its `Type`. It can be narrowed by `supplierId`, `storeId`, `storeIds`, `fromDate`, `toDate`, `search`, `status` and `includeVoided`; `purchStatus`, `orderNos`, `provider` and a `sort` other than entryDate or orderDate are refused with it, and either of these two sorts by `date`.
         */
        transactions?: boolean;
    };
    url: '/purchase-orders';
};

export type ListPurchaseOrdersErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListPurchaseOrdersError = ListPurchaseOrdersErrors[keyof ListPurchaseOrdersErrors];

export type ListPurchaseOrdersResponses = {
    /**
     * One page of purchase orders, or of supplier transactions.
     */
    200: PurchaseOrderList;
};

export type ListPurchaseOrdersResponse = ListPurchaseOrdersResponses[keyof ListPurchaseOrdersResponses];

export type CreatePurchaseOrderData = {
    /**
     * The new purchase order.
     */
    body: PurchaseOrderCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) creates the order and receives everything in one call, `false` (or `0`) leaves it a draft; letters in any case.
         */
        receive: boolean;
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders';
};

export type CreatePurchaseOrderErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreatePurchaseOrderError = CreatePurchaseOrderErrors[keyof CreatePurchaseOrderErrors];

export type CreatePurchaseOrderResponses = {
    /**
     * The purchase order as stored.
     */
    201: PurchaseOrder & DryRunnable;
};

export type CreatePurchaseOrderResponse = CreatePurchaseOrderResponses[keyof CreatePurchaseOrderResponses];

export type GetPurchaseOrderData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/purchase-orders/{id}';
};

export type GetPurchaseOrderErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetPurchaseOrderError = GetPurchaseOrderErrors[keyof GetPurchaseOrderErrors];

export type GetPurchaseOrderResponses = {
    /**
     * The purchase order.
     */
    200: PurchaseOrder;
};

export type GetPurchaseOrderResponse = GetPurchaseOrderResponses[keyof GetPurchaseOrderResponses];

export type UpdatePurchaseOrderData = {
    /**
     * The properties to change.
     */
    body: PurchaseOrderUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders/{id}';
};

export type UpdatePurchaseOrderErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdatePurchaseOrderError = UpdatePurchaseOrderErrors[keyof UpdatePurchaseOrderErrors];

export type UpdatePurchaseOrderResponses = {
    /**
     * The purchase order as stored.
     */
    200: PurchaseOrder & DryRunnable;
};

export type UpdatePurchaseOrderResponse = UpdatePurchaseOrderResponses[keyof UpdatePurchaseOrderResponses];

export type ReceivePurchaseOrderData = {
    /**
     * What has come in.
     */
    body: PurchaseOrderReceipt;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders/{id}/receive';
};

export type ReceivePurchaseOrderErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ReceivePurchaseOrderError = ReceivePurchaseOrderErrors[keyof ReceivePurchaseOrderErrors];

export type ReceivePurchaseOrderResponses = {
    /**
     * The purchase order as stored.
     */
    200: PurchaseOrder & DryRunnable;
};

export type ReceivePurchaseOrderResponse = ReceivePurchaseOrderResponses[keyof ReceivePurchaseOrderResponses];

export type ListStockTransfersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only voided ones. When omitted, `includeVoided` decides.
         */
        status?: RowStatus;
        /**
         * `true` (or `1`) to list voided records too, `false` (or `0`) to leave them out; letters in any case.
         */
        includeVoided?: boolean;
        /**
         * Only records of this day or later, where an instant stands for the day that it falls on at the record's store.
         */
        fromDate?: DateBound;
        /**
         * Only records of this day or earlier, where an instant stands for the day that it falls on at the record's store.
         */
        toDate?: DateBound;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'date' | 'transferNo';
        /**
         * Free text, matched in the transfer number, the narration and the names of both stores, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * Ids of stores, comma-separated or as a repeated parameter; transfers out of any of them.
         */
        fromStoreId?: Array<string>;
        /**
         * Ids of stores, comma-separated or as a repeated parameter; transfers into any of them.
         */
        toStoreId?: Array<string>;
        /**
         * 0 draft, 1 partial, 2 done.
         */
        transferStatus?: TransferStatus;
    };
    url: '/stock-transfers';
};

export type ListStockTransfersErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListStockTransfersError = ListStockTransfersErrors[keyof ListStockTransfersErrors];

export type ListStockTransfersResponses = {
    /**
     * One page of stock transfers.
     */
    200: StockTransferList;
};

export type ListStockTransfersResponse = ListStockTransfersResponses[keyof ListStockTransfersResponses];

export type CreateStockTransferData = {
    /**
     * The new transfer.
     */
    body: StockTransferCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) creates the transfer and receives everything in one call, `false` (or `0`) leaves it a draft; letters in any case.
         */
        receive: boolean;
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers';
};

export type CreateStockTransferErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateStockTransferError = CreateStockTransferErrors[keyof CreateStockTransferErrors];

export type CreateStockTransferResponses = {
    /**
     * The transfer as stored.
     */
    201: StockTransfer & DryRunnable;
};

export type CreateStockTransferResponse = CreateStockTransferResponses[keyof CreateStockTransferResponses];

export type GetStockTransferData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/stock-transfers/{id}';
};

export type GetStockTransferErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetStockTransferError = GetStockTransferErrors[keyof GetStockTransferErrors];

export type GetStockTransferResponses = {
    /**
     * The transfer.
     */
    200: StockTransfer;
};

export type GetStockTransferResponse = GetStockTransferResponses[keyof GetStockTransferResponses];

export type UpdateStockTransferData = {
    /**
     * The properties to change.
     */
    body: StockTransferUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers/{id}';
};

export type UpdateStockTransferErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateStockTransferError = UpdateStockTransferErrors[keyof UpdateStockTransferErrors];

export type UpdateStockTransferResponses = {
    /**
     * The transfer as stored.
     */
    200: StockTransfer & DryRunnable;
};

export type UpdateStockTransferResponse = UpdateStockTransferResponses[keyof UpdateStockTransferResponses];

export type ReceiveStockTransferData = {
    /**
     * What has arrived.
     */
    body: StockTransferReceipt;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers/{id}/receive';
};

export type ReceiveStockTransferErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ReceiveStockTransferError = ReceiveStockTransferErrors[keyof ReceiveStockTransferErrors];

export type ReceiveStockTransferResponses = {
    /**
     * The transfer as stored.
     */
    200: StockTransfer & DryRunnable;
};

export type ReceiveStockTransferResponse = ReceiveStockTransferResponses[keyof ReceiveStockTransferResponses];

export type ListStockAdjustmentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page; any value above 100 counts as 100, as `pagination.limit` says.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * Free text, matched in the adjustment number, the narration, the reason and the store's name, whatever the case; every word has to occur.
         */
        search?: SearchText;
        /**
         * Only adjustments of this day or later, YYYY-MM-DD.
         */
        fromDate?: BusinessDate;
        /**
         * Only adjustments of this day or earlier, YYYY-MM-DD.
         */
        toDate?: BusinessDate;
        /**
         * Ids of stores, comma-separated or as a repeated parameter; adjustments at any of them.
         */
        storeId?: Array<string>;
        /**
         * 0 count, 1 add, 2 remove.
         */
        type?: StockAdjustmentType;
        /**
         * 0 draft, 1 posted, 2 voided; all when omitted.
         */
        status?: StockAdjustmentStatus;
    };
    url: '/stock-adjustments';
};

export type ListStockAdjustmentsErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListStockAdjustmentsError = ListStockAdjustmentsErrors[keyof ListStockAdjustmentsErrors];

export type ListStockAdjustmentsResponses = {
    /**
     * One page of stock adjustments.
     */
    200: StockAdjustmentList;
};

export type ListStockAdjustmentsResponse = ListStockAdjustmentsResponses[keyof ListStockAdjustmentsResponses];

export type CreateStockAdjustmentData = {
    /**
     * The new adjustment.
     */
    body: StockAdjustmentCreate;
    headers?: {
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) posts it, which changes the stock; `false` (or `0`) saves it without posting; letters in any case.
         */
        post: boolean;
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/stock-adjustments';
};

export type CreateStockAdjustmentErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type CreateStockAdjustmentError = CreateStockAdjustmentErrors[keyof CreateStockAdjustmentErrors];

export type CreateStockAdjustmentResponses = {
    /**
     * The adjustment as stored.
     */
    201: StockAdjustment & DryRunnable;
};

export type CreateStockAdjustmentResponse = CreateStockAdjustmentResponses[keyof CreateStockAdjustmentResponses];

export type GetStockAdjustmentData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/stock-adjustments/{id}';
};

export type GetStockAdjustmentErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetStockAdjustmentError = GetStockAdjustmentErrors[keyof GetStockAdjustmentErrors];

export type GetStockAdjustmentResponses = {
    /**
     * The adjustment.
     */
    200: StockAdjustment;
};

export type GetStockAdjustmentResponse = GetStockAdjustmentResponses[keyof GetStockAdjustmentResponses];

export type UpdateStockAdjustmentData = {
    /**
     * The properties to change.
     */
    body: StockAdjustmentUpdate;
    headers?: {
        /**
         * The ETag of the record that this change is based on; answers 412 when the record's version has moved on.
         */
        'If-Match'?: string;
        /**
         * A unique value of your choice. Sent again within 24 hours, the same request is answered with the first outcome (and `Idempotent-Replayed: true`) instead of being done twice. A refused request may be sent again under its key.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Extension: true checks and runs the whole write, answers what it would have returned together with `dryRun`, and undoes it: nothing is kept, not even an Idempotency-Key, which has no effect here. New ids are not those of a later write.
         */
        dryRun?: boolean;
    };
    url: '/stock-adjustments/{id}';
};

export type UpdateStockAdjustmentErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The write collides with what is stored: partner.duplicate; partner.state_conflict when the record's state does not allow it, where `details` has an entry of rule `allowedAction` for each action that it does allow; or partner.idempotency_in_progress while a request under the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The record has changed since the ETag in If-Match was read.
     */
    412: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not sent as application/json in UTF-8.
     */
    415: Error;
    /**
     * The body is well formed but names a record that does not exist or, by rule `stockable`, an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, naming `lineId` and `outstanding`); or the Idempotency-Key was used for another request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type UpdateStockAdjustmentError = UpdateStockAdjustmentErrors[keyof UpdateStockAdjustmentErrors];

export type UpdateStockAdjustmentResponses = {
    /**
     * The adjustment as stored.
     */
    200: StockAdjustment & DryRunnable;
};

export type UpdateStockAdjustmentResponse = UpdateStockAdjustmentResponses[keyof UpdateStockAdjustmentResponses];

export type ListStoresData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
         */
        companyId?: Id;
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the store name or code, whatever the case; every word has to occur.
         */
        search?: SearchText;
    };
    url: '/stores';
};

export type ListStoresErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListStoresError = ListStoresErrors[keyof ListStoresErrors];

export type ListStoresResponses = {
    /**
     * One page of stores.
     */
    200: StoreList;
};

export type ListStoresResponse = ListStoresResponses[keyof ListStoresResponses];

export type GetStoreData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
         */
        companyId?: Id;
    };
    url: '/stores/{id}';
};

export type GetStoreErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetStoreError = GetStoreErrors[keyof GetStoreErrors];

export type GetStoreResponses = {
    /**
     * The store.
     */
    200: Store;
};

export type GetStoreResponse = GetStoreResponses[keyof GetStoreResponses];

export type ListOpenOrdersData = {
    body?: never;
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'openedAt' | 'updatedAt';
        /**
         * Only orders that came this way.
         */
        channel?: Channel;
    };
    url: '/stores/{id}/open-orders';
};

export type ListOpenOrdersErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListOpenOrdersError = ListOpenOrdersErrors[keyof ListOpenOrdersErrors];

export type ListOpenOrdersResponses = {
    /**
     * One page of open orders.
     */
    200: OpenOrderList;
};

export type ListOpenOrdersResponse = ListOpenOrdersResponses[keyof ListOpenOrdersResponses];

export type GetDailySalesData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
         */
        companyId?: Id;
        /**
         * The first business day.
         */
        from: BusinessDay;
        /**
         * The last business day, included; not before `from`, and at most 366 days in all.
         */
        to: BusinessDay;
        /**
         * Extension: store ids, comma-separated or as a repeated parameter. Every store when omitted.
         */
        storeId?: Array<Id>;
    };
    url: '/reports/daily-sales';
};

export type GetDailySalesErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetDailySalesError = GetDailySalesErrors[keyof GetDailySalesErrors];

export type GetDailySalesResponses = {
    /**
     * The report.
     */
    200: DailySalesReport;
};

export type GetDailySalesResponse = GetDailySalesResponses[keyof GetDailySalesResponses];

export type ListSalesByItemData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
         */
        companyId?: Id;
        /**
         * The first business day.
         */
        from: BusinessDay;
        /**
         * The last business day, included; not before `from`, and at most 366 days in all.
         */
        to: BusinessDay;
        /**
         * Extension: store ids, comma-separated or as a repeated parameter. Every store when omitted.
         */
        storeId?: Array<Id>;
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Figure to sort by; ties are broken by item and variant, so that paging is stable.
         */
        sort?: 'net' | 'gross' | 'quantity';
    };
    url: '/reports/sales-by-item';
};

export type ListSalesByItemErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListSalesByItemError = ListSalesByItemErrors[keyof ListSalesByItemErrors];

export type ListSalesByItemResponses = {
    /**
     * One page of items that were sold.
     */
    200: SalesByItemReport;
};

export type ListSalesByItemResponse = ListSalesByItemResponses[keyof ListSalesByItemResponses];

export type ListStockOnHandData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it may only repeat the token's own.
         */
        companyId?: Id;
        /**
         * Extension: store ids, comma-separated or as a repeated parameter. Every store when omitted.
         */
        storeId?: Array<Id>;
        /**
         * Item ids, comma-separated or as a repeated parameter. Every item when omitted.
         */
        itemId?: Array<Id>;
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
    };
    url: '/reports/stock-on-hand';
};

export type ListStockOnHandErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListStockOnHandError = ListStockOnHandErrors[keyof ListStockOnHandErrors];

export type ListStockOnHandResponses = {
    /**
     * One page of stock levels.
     */
    200: StockOnHandReport;
};

export type ListStockOnHandResponse = ListStockOnHandResponses[keyof ListStockOnHandResponses];

export type ListSuppliersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the supplier name or code, whatever the case; every word has to occur.
         */
        search?: SearchText;
    };
    url: '/suppliers';
};

export type ListSuppliersErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListSuppliersError = ListSuppliersErrors[keyof ListSuppliersErrors];

export type ListSuppliersResponses = {
    /**
     * One page of suppliers.
     */
    200: SupplierList;
};

export type ListSuppliersResponse = ListSuppliersResponses[keyof ListSuppliersResponses];

export type GetSupplierData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; answers 304 without a body when nothing has changed.
         */
        'If-None-Match'?: string;
    };
    path: {
        /**
         * Identifier of the record.
         */
        id: Id;
    };
    query?: never;
    url: '/suppliers/{id}';
};

export type GetSupplierErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * No such record for this merchant. Another merchant's record is reported the same way.
     */
    404: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type GetSupplierError = GetSupplierErrors[keyof GetSupplierErrors];

export type GetSupplierResponses = {
    /**
     * The supplier.
     */
    200: Supplier;
};

export type GetSupplierResponse = GetSupplierResponses[keyof GetSupplierResponses];

export type ListTaxesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Direction of the sort.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, from 1; any page beyond the last is empty. Cannot be given together with `cursor`.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * Extension: the `nextCursor` of the page before, with the same filters, sort and order. Costs the same however far the list has been read, and neither repeats nor misses a record when others are added.
         */
        cursor?: string;
        /**
         * 1 only active records, 0 only inactive ones; both when omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the tax name, whatever the case; every word has to occur.
         */
        search?: SearchText;
    };
    url: '/taxes';
};

export type ListTaxesErrors = {
    /**
     * The request's shape is wrong; `details` names each field and the rule it breaks.
     */
    400: Error;
    /**
     * No credential, or one that does not hold: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential holds but does not permit this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied.
     */
    403: Error;
    /**
     * The app's budget of this minute is spent. Wait until X-RateLimit-Reset; a retry before fails too.
     */
    429: Error;
    /**
     * Something failed on our side. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region cannot be reached (partner.region_unavailable) or the service is too busy (partner.overloaded), or the disk of its database is full (partner.storage_full). Try again after Retry-After. A connection that was lost may leave open whether a write was kept; sent again under its Idempotency-Key it is not done twice.
     */
    503: Error;
};

export type ListTaxesError = ListTaxesErrors[keyof ListTaxesErrors];

export type ListTaxesResponses = {
    /**
     * One page of taxes.
     */
    200: TaxList;
};

export type ListTaxesResponse = ListTaxesResponses[keyof ListTaxesResponses];
