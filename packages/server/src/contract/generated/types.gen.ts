// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

export type ClientOptions = {
    baseUrl: 'http://localhost:3000/v1' | (string & {});
};

export type Webhooks = ReceiveChangesWebhookRequest;

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
     * Only `client_credentials`; optional.
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
 * The error body of this endpoint, also of a 405 with `Allow`, which every method but POST gets. Branch on `error.code`.
 */
export type MintError = {
    /**
     * The error.
     */
    error: {
        /**
         * Stable error code.
         */
        code: 'developer.invalid_request' | 'developer.invalid_client' | 'developer.merchant_required' | 'developer.app_archived' | 'developer.app_not_approved' | 'developer.grant_missing' | 'developer.env_mismatch' | 'developer.use_oauth' | 'developer.use_api_key' | 'developer.method_not_allowed' | 'developer.body_too_large' | 'developer.unsupported_media_type' | 'developer.rate_limited' | 'developer.internal' | 'developer.overloaded';
        /**
         * Text for people; not stable.
         */
        message: string;
    };
};

/**
 * An HTML page for the merchant, in English, Arabic or Hindi by Accept-Language.
 */
export type WebPage = string;

/**
 * A date and time in UTC, in RFC 3339 format with milliseconds. Sent back, it may have any other spelling of the same instant, such as an offset of `+00:00` or microseconds that are zeros.
 */
export type Timestamp = string;

/**
 * One error: where it is, which rule is broken, and a message.
 */
export type FieldError = {
    /**
     * The part of the request.
     */
    in: 'path' | 'query' | 'header' | 'body';
    /**
     * Name of the parameter or header; in the body, a JSON Pointer (RFC 6901), empty for the body itself.
     */
    path: string;
    /**
     * The broken rule, such as `required`, `type`, `maximum`, `unknown` or `unique`.
     */
    rule: string;
    /**
     * Text for people; not stable.
     */
    message: string;
    /**
     * With partner.over_receipt, the id of the line.
     */
    lineId?: number;
    /**
     * With partner.over_receipt, the quantity still outstanding on the line.
     */
    outstanding?: string;
    /**
     * With partner.duplicate, the id of the record of the same kind that has the value. Absent if that record no longer has it, or if the value is repeated within the request.
     */
    recordId?: number;
};

/**
 * The error body of every resource endpoint. Branch on `code`, never on `message`.
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
     * Text for people; not stable.
     */
    message: string;
    /**
     * Stable error code.
     */
    code: 'partner.validation_failed' | 'partner.malformed_request' | 'partner.malformed_json' | 'partner.token_missing' | 'partner.token_invalid' | 'partner.token_expired' | 'partner.api_key_invalid' | 'partner.scope_denied' | 'partner.env_mismatch' | 'partner.ip_denied' | 'partner.company_denied' | 'partner.not_found' | 'partner.route_not_found' | 'partner.method_not_allowed' | 'partner.request_timeout' | 'partner.duplicate' | 'partner.state_conflict' | 'partner.idempotency_in_progress' | 'partner.cursor_gone' | 'partner.version_mismatch' | 'partner.body_too_large' | 'partner.unsupported_media_type' | 'partner.expectation_failed' | 'partner.reference_not_found' | 'partner.over_receipt' | 'partner.idempotency_mismatch' | 'partner.rate_limited' | 'partner.headers_too_large' | 'partner.internal' | 'partner.region_unavailable' | 'partner.overloaded' | 'partner.storage_full';
    /**
     * Identifies this request in our logs; quote it to support. Same as X-Correlation-Id.
     */
    correlationId: string;
    /**
     * The individual errors, where the code has any; at most 20 entries.
     */
    details?: Array<FieldError>;
};

/**
 * The app's client id, unless sent by HTTP Basic; its prefix selects the environment.
 */
export type ClientId = string;

/**
 * The app's client secret, unless sent by HTTP Basic.
 */
export type ClientSecret = string;

/**
 * A grant. Its required fields depend on `grant_type`.
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
     * authorization_code: the redirect URI that the code was issued for, exactly.
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
 * An access token for one merchant. A client_credentials grant returns no refresh_token and no merchant_id.
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
     * Seconds until the refresh token expires if unused; always 8640000, 100 days.
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
     * Stable error code.
     */
    code: 'developer.invalid_client' | 'oauth.invalid_request' | 'oauth.unsupported_grant_type' | 'oauth.code_invalid' | 'oauth.code_expired' | 'oauth.redirect_uri_mismatch' | 'oauth.pkce_failed' | 'oauth.refresh_invalid' | 'oauth.refresh_expired' | 'oauth.refresh_reused' | 'oauth.grant_revoked' | 'oauth.merchant_closed' | 'developer.use_oauth' | 'developer.use_api_key' | 'developer.merchant_required' | 'developer.app_archived' | 'developer.grant_missing' | 'developer.env_mismatch' | 'oauth.method_not_allowed' | 'oauth.body_too_large' | 'oauth.unsupported_media_type' | 'partner.rate_limited' | 'developer.rate_limited' | 'oauth.internal' | 'oauth.overloaded';
};

/**
 * The token to revoke.
 */
export type RevokeRequest = {
    /**
     * A refresh token of the app. Any other value, of any type and with any characters, is treated as an unknown token.
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
 * Supported values.
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
     * URL of the token endpoint.
     */
    token_endpoint: string;
    /**
     * URL of the revocation endpoint.
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
     * The keys; more than one during a key rotation.
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
 * A single line of free text, without control or bidirectional override characters, with at least one character that a search compares: spaces and marks do not count, nor do accents without a letter, such as `´`. GS1's separator U+001D, which barcodes may contain, is ignored.
 */
export type SearchText = string;

/**
 * Identifier of a record, unique within the merchant's region. It never changes and is never reused. Ids are not in order of creation and may have gaps; use `entryDate` for that order.
 */
export type Id = number;

/**
 * `out` when nothing is on hand, `low` at or below the low-stock level, otherwise `inStock`. An item whose stock is not tracked is always `inStock`.
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
 * The partner's own identifier for this record, unique per app and resource.
 */
export type ExternalId = string;

/**
 * The merchant's code for the item or variant, unique across both. Generated if absent.
 */
export type ItemCode = string;

/**
 * A date and time in RFC 3339 format with its offset, whose `+` is sent as `%2B`.
 */
export type Instant = string;

/**
 * A display name on a single line, without control characters or bidirectional overrides. Spaces at both ends are removed.
 */
export type Name = string;

/**
 * Barcodes of the item or variant; each is unique across the merchant's items and variants.
 */
export type Barcodes = Array<string>;

/**
 * Free text that may span several lines. Tabs and line breaks are allowed; other control characters and bidirectional overrides are not. White space at both ends is removed. Null for none.
 */
export type NullableText = string | null;

/**
 * Identifier of another record of the same merchant, or null for none.
 */
export type NullableId = number | null;

/**
 * Unit of quantities, such as `kg` or `cup`. Null for pieces.
 */
export type NullableUnit = string | null;

/**
 * An exact price or total in the merchant's currency, as a decimal string. It may not have more decimals than the currency (ISO 4217), apart from trailing zeros: `"1.505"` in GBP and `"310.5"` in JPY are rejected with the rule `minorUnits`. Responses have exactly that many: `"3.1"` becomes `"3.10"`, and in JPY `"310.00"` becomes `"310"`. A JSON number is rejected, so that no amount is rounded in transit.
 */
export type Money = string;

/**
 * Cost of one unit to the merchant (see Cost), or null if unknown.
 */
export type NullableCost = string | null;

/**
 * The merchant's currency, ISO 4217.
 */
export type Currency = string;

/**
 * True if stock is tracked for the item. Always false for a combo, whose stock is that of its components.
 */
export type TrackStock = boolean;

/**
 * An exact quantity as a decimal string (see Quantity), or null for none.
 */
export type NullableQuantity = string | null;

/**
 * URL of a picture, https only, with a host name or address and without a user name. Characters that no URL has, such as quotes, are percent-encoded. Null for none.
 */
export type NullableImageUrl = string | null;

/**
 * Modifier groups offered with the item.
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
 * An exact quantity greater than zero (see Quantity), as a decimal string with up to 3 decimals.
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
 * Differences at one store; null means the item's own value.
 */
export type StoreOverride = {
    storeId: Id;
    price: NullableMoney;
    lowStockLevel: NullableQuantity;
    status: Status;
};

/**
 * The partner's own identifier for this record, unique per app and resource. Null for none.
 */
export type NullableExternalId = string | null;

/**
 * Starts at 1 and increases by one with every change. Sent as the ETag when the record is read by id.
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
     * The variants of an item of type 1; empty for other types.
     */
    variants: Array<Variant>;
    /**
     * The components of a combo (type 2); empty for other types.
     */
    components: Array<Component>;
    /**
     * Differences at individual stores.
     */
    stores: Array<StoreOverride>;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * Position of this page in the list.
 */
export type Pagination = {
    /**
     * Page number, starting at 1, and at most 2^53 − 1. Null when the page was requested by cursor.
     */
    page: number | null;
    /**
     * Rows per page, as requested.
     */
    limit: number;
    /**
     * Number of matching records. Exact for a whole list, for one `status`, and for active purchase orders or stock transfers by `purchStatus` or `transferStatus`; with any other filter, with `search`, and for stock movements, counted up to 1000. On a page requested by cursor, the number at the time the first page was read.
     */
    total: number;
    /**
     * False when more records match than were counted, and `total` is 1000.
     */
    totalIsExact: boolean;
    /**
     * True if more records follow this page.
     */
    hasMore: boolean;
    /**
     * Send it as `cursor`, with the same filters, to get the next page. Null on the last page.
     */
    nextCursor: string | null;
};

/**
 * One page of items.
 */
export type ItemList = {
    /**
     * The records on this page.
     */
    data: Array<Item>;
    pagination: Pagination;
};

/**
 * How far a stream has come.
 */
export type StreamState = {
    /**
     * True in the last line of the stream, after all of its records.
     */
    end: boolean;
    /**
     * Records of this stream so far.
     */
    count: number;
    /**
     * Send it as `cursor`, with the same filters, to get the records that follow, as a stream or in pages. Null in the last line.
     */
    cursor: string | null;
};

/**
 * A line of a stream that is not a record. The last line has `end: true`; a stream without it was cut, even if the connection was closed in an orderly way. After each 1000 records, unless they are the last, a line has a cursor from which another stream can resume.
 */
export type StreamLine = {
    stream: StreamState;
};

/**
 * A variant of a new item; null prices mean the item's price.
 */
export type NewVariant = {
    name: Name;
    itemCode?: ItemCode;
    barcodes?: Barcodes;
    price?: NullableMoney;
    cost?: NullableCost;
};

/**
 * Differences at one store; absent or null means the item's own value, and the status is 1 if absent.
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
     * The variants; only for an item of type 1, which needs at least one.
     */
    variants?: Array<NewVariant>;
    /**
     * The components; only for an item of type 2, which needs at least one. A component cannot be a combo.
     */
    components?: Array<Component>;
    /**
     * Differences at individual stores; each store at most once.
     */
    stores?: Array<StoreOverrideInput>;
    externalId?: NullableExternalId;
};

/**
 * An exact quantity that may be negative, since tills can sell stock that has not been counted in yet.
 */
export type SignedQuantity = string;

/**
 * One stock movement, with the level at the store before and after it.
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
 * Present only with `dryRun=true`. What the write would have done beyond the record.
 */
export type DryRun = {
    /**
     * The rows that would have been added to the stock ledger, in order: those of the document, then the corrections of counts that hold later (see `countedAt`), each with the line of its count.
     */
    movements: Array<DryRunMovement>;
};

/**
 * Part of the response to a write, in addition to the record.
 */
export type DryRunnable = {
    dryRun?: DryRun;
};

/**
 * A variant in a change. With `id` it is an existing variant of the item, without it a new one, or the one at its place if that has its values; null prices mean the item's price.
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
 * A quantity that may be negative (see SignedQuantity), or null if stock is not tracked.
 */
export type NullableSignedQuantity = string | null;

/**
 * Stock across all stores; `onHand` is null if stock is not tracked.
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
 * The item at one store, with the store's overrides applied.
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
     * The variants; only for an item of type 1, which needs at least one.
     */
    variants?: Array<VariantInput>;
    /**
     * The components; only for an item of type 2, which needs at least one. A component cannot be a combo.
     */
    components?: Array<Component>;
    /**
     * Differences at individual stores; each store at most once.
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
 * One operation. `update` changes the record with the `id`, `externalId` or `itemCode`; `upsert` changes the record with the `externalId` or `itemCode`, and creates it if there is none; `create` names no record.
 */
export type ItemOperation = {
    /**
     * How to write the item.
     */
    op: 'create' | 'update' | 'upsert';
    id?: Id;
    externalId?: ExternalId;
    itemCode?: ItemCode;
    /**
     * The version that the change is based on; the operation fails with a 412 if the record has another one, and with a 404, an upsert too, if there is none.
     */
    version?: Version;
    /**
     * The body of `createItem` or `updateItem`. An invalid one fails its operation alone. The key of an upsert need not be repeated here.
     */
    item: ItemCreate | ItemUpdate;
};

/**
 * Operations on items, in the order in which they are carried out.
 */
export type ItemBatch = {
    /**
     * The operations. Those that name a record all name it by the same property: `id`, `externalId` or `itemCode`.
     */
    operations: Array<ItemOperation>;
};

/**
 * Why one operation of a batch failed; the members that the error body has if it is sent alone.
 */
export type OperationError = {
    /**
     * Stable error code.
     */
    code: 'partner.validation_failed' | 'partner.not_found' | 'partner.duplicate' | 'partner.state_conflict' | 'partner.version_mismatch' | 'partner.reference_not_found';
    /**
     * Text for people; not stable.
     */
    message: string;
    /**
     * The individual errors, where the code has any; at most 20 entries. Paths are those in `item`.
     */
    details?: Array<FieldError>;
};

/**
 * The result of one operation, with either the stored `item` or its `error`.
 */
export type ItemResult = {
    /**
     * Position of the operation in the request, from 0.
     */
    index: number;
    /**
     * The HTTP status that the operation would have alone, 201 for a new item and 200 for a changed one.
     */
    status: number;
    item?: Item;
    error?: OperationError;
};

/**
 * The results of all operations, in the order of the request.
 */
export type ItemBatchResults = {
    /**
     * One result for each operation.
     */
    results: Array<ItemResult>;
    /**
     * How many operations succeeded.
     */
    succeeded: number;
    /**
     * How many operations failed.
     */
    failed: number;
};

/**
 * An item, its stock across all stores, and its details at one store.
 */
export type ItemAtStore = Item & {
    stock: Stock;
    atStore: StoreState;
};

/**
 * A date and time in UTC, in RFC 3339 format with milliseconds. Null for none.
 */
export type NullableTimestamp = string | null;

/**
 * The stock of one variant.
 */
export type VariantLevel = {
    variantId: Id;
    onHand: SignedQuantity;
};

/**
 * The kind of movement; `opening` is the stock a store had when tracking began.
 */
export type DocumentKind = 'opening' | 'purchaseOrder' | 'purchaseReturn' | 'refund' | 'sale' | 'stockAdjustment' | 'stockTransfer';

/**
 * Reason for the adjustment. Null for none.
 */
export type NullableAdjustmentReason = 'damage' | 'theft' | 'expiry' | 'waste' | 'correction' | 'opening' | 'other' | null;

/**
 * One row of the stock ledger, which is append-only.
 */
export type StockMovement = {
    id: Id;
    storeId: Id;
    itemId: Id;
    variantId: NullableId;
    change: SignedQuantity;
    unitCost: NullableCost;
    documentKind: DocumentKind;
    /**
     * The document that moved the stock. Null for opening stock.
     */
    documentId: number | null;
    /**
     * The document's line. Null for opening stock.
     */
    lineId: number | null;
    /**
     * The reason of the stock adjustment. Null for other documents and for an adjustment without one.
     */
    reason: NullableAdjustmentReason;
    /**
     * The app that moved the stock. Null for the merchant's back office.
     */
    appId: number | null;
    /**
     * The request that moved the stock. Null if there was none.
     */
    correlationId: string | null;
    /**
     * When it happened: for a sale or refund the time at the till, for a receipt its `receivedAt`, for a count its `countedAt`, for another adjustment its `occurredAt`. A correction of a count has the time of the count.
     */
    at: Timestamp;
    /**
     * When it was recorded. A sale arrives after it happens, long after if the till was offline. A movement that arrives after the stock was counted is recorded together with the correction of the count.
     */
    recordedAt: Timestamp;
};

/**
 * The stock of an item at one store, and one page of the movements that add up to it.
 */
export type ItemStock = {
    itemId: Id;
    storeId: Id;
    /**
     * The instant of the stock, as requested. Null for the present.
     */
    at: NullableTimestamp;
    /**
     * The instant at which the stock was known, as requested. Null for the present.
     */
    knownAt: NullableTimestamp;
    onHand: SignedQuantity;
    /**
     * Stock of each variant that has ever been moved or counted here; empty for an item without variants.
     */
    variants: Array<VariantLevel>;
    /**
     * The movements on this page, newest first.
     */
    data: Array<StockMovement>;
    pagination: Pagination;
};

/**
 * Position among its siblings, lowest first.
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
     * The records on this page.
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
 * A brand that items can have.
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
     * The records on this page.
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
 * A period within one day, from a time (included) to a later time (excluded).
 */
export type AvailabilityWindow = {
    /**
     * 0 Sunday, 1 Monday and so on to 6 Saturday.
     */
    day: number;
    /**
     * Start time, `HH:MM`.
     */
    from: string;
    /**
     * End time, `HH:MM`, or `24:00` for the end of the day; later than `from`.
     */
    to: string;
};

/**
 * Times at which the menu is offered, in each store's local time. The windows of one day must not overlap; a window past midnight is sent as two. An empty list means always.
 */
export type MenuAvailability = Array<AvailabilityWindow>;

/**
 * Number of items on the menu.
 */
export type MenuItemCount = number;

/**
 * Ids of the stores that the menu is assigned to, in the order in which they were sent.
 */
export type MenuStoreIds = Array<Id>;

/**
 * A menu in a list, without its items.
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
     * The records on this page.
     */
    data: Array<Menu>;
    pagination: Pagination;
};

/**
 * Position on the menu, lowest first; entries with equal positions keep the order in which they were sent.
 */
export type MenuSortOrder = number;

/**
 * An item on a menu. An absent or null `price` means the item's own; `sortOrder` is 0 and `status` 1 if absent.
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
 * The stores that the menu is assigned to, each at most once. A menu without stores is offered nowhere.
 */
export type MenuStores = Array<MenuStoreInput>;

/**
 * A new menu. Flags are 0 and lists are empty if absent.
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
 * `price`, or the item's own price if that is null. Store-specific prices (see getItem) are not considered.
 */
export type EffectivePrice = string;

/**
 * An item on a menu.
 */
export type MenuItem = {
    itemId: Id;
    /**
     * The price on this menu. Null for the item's own price.
     */
    price: string | null;
    sortOrder: MenuSortOrder;
    /**
     * 1 offered on this menu, 0 not offered at present.
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
 * As MenuItemInput; read-only properties are ignored if the menu's `version` is sent too, and otherwise must match the item's current entry.
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
     * The stores that the menu is assigned to, each at most once. A menu without stores is offered nowhere.
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
 * Minimum number of options to choose; 0 makes the group optional. At most `maxSelect`, and at most the number of active options.
 */
export type MinSelect = number;

/**
 * Maximum number of options to choose, at least `minSelect`. Null for no limit.
 */
export type MaxSelect = number | null;

/**
 * Position in the group, lowest first; options with equal positions keep the order in which they were sent.
 */
export type OptionSortOrder = number;

/**
 * The item that the option represents, such as a side dish that is also sold separately. Null for none.
 */
export type OptionItemId = number | null;

/**
 * One option of a group.
 */
export type ModifierOption = {
    id: Id;
    name: Name;
    /**
     * Amount that the option adds to the item's price.
     */
    price: string;
    sortOrder: OptionSortOrder;
    status: Status;
    itemId: OptionItemId;
};

/**
 * Items that the group is offered with, each with at most 50 groups. This is the same relation as the `modifierIds` of items: a change on either side shows on both. Returned in ascending order; for an item that is added, the group comes after its others.
 */
export type ModifierItemIds = Array<Id>;

/**
 * A group of options to choose from when an item is ordered.
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
     * The records on this page.
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
     * Amount that the option adds to the item's price; 0 if absent for a new option.
     */
    price?: string;
    sortOrder?: OptionSortOrder;
    status?: Status;
    itemId?: OptionItemId;
};

/**
 * A new modifier group. Without `minSelect` no choice is required, without `maxSelect` there is no maximum.
 */
export type ModifierGroupCreate = {
    status?: Status;
    name: Name;
    minSelect?: MinSelect;
    maxSelect?: MaxSelect;
    /**
     * The options in display order; `sortOrder` takes precedence.
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
 * An option in a change. With `id` it is an existing option of the group, and keeps its values for absent properties; without it a new one, or the one at its place if that has its values.
 */
export type ModifierOptionInput = {
    id?: Id;
    name: Name;
    /**
     * Amount that the option adds to the item's price; 0 if absent for a new option.
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
     * The options in display order; `sortOrder` takes precedence.
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
 * A date, YYYY-MM-DD, or a date and time in RFC 3339 format with its offset, whose `+` is sent as `%2B`. A date and time counts as its date at the record's store; for a transfer, at the store that the stock leaves.
 */
export type DateBound = string;

/**
 * 0 draft, 1 partially received, 2 received.
 */
export type PurchStatus = 0 | 1 | 2;

/**
 * The merchant's number for the order, unique across its orders; without commas.
 */
export type OrderNo = string;

/**
 * A date, YYYY-MM-DD.
 */
export type BusinessDate = string;

/**
 * A date, YYYY-MM-DD, or null for none.
 */
export type NullableBusinessDate = string | null;

/**
 * The supplier's invoice number. Null for none.
 */
export type NullableInvoice = string | null;

/**
 * Name of the app that created the order. Null for the merchant's back office.
 */
export type NullableProvider = string | null;

/**
 * An action, whether the document's current state allows it, and if not, how it would be rejected.
 */
export type AllowedAction = {
    /**
     * The action.
     */
    action: 'update' | 'receive' | 'void' | 'post';
    /**
     * True if the current state allows the action.
     */
    allowed: boolean;
    /**
     * The error code that a rejection would have; null if the action is allowed.
     */
    code: 'partner.state_conflict' | null;
    /**
     * The reason why it is not allowed, for people; null if it is.
     */
    reason: string | null;
};

/**
 * The actions and whether the current state allows them. Computed by the service.
 */
export type AllowedActions = Array<AllowedAction>;

/**
 * Goods ordered from a supplier for one store. `subtotal`, `discountTotal`, `taxTotal` and `total` are the sums over the lines, so `total` is exactly subtotal less discounts plus tax, without its lines.
 */
export type PurchaseOrderSummary = {
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
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * Cost of one unit to the merchant, in its currency, as a decimal string with up to 4 decimals. Responses have as many decimals as the currency, or more where the cost needs them: in GBP `"1.5"` becomes `"1.50"` and `"1.5250"` becomes `"1.525"`.
 */
export type Cost = string;

/**
 * Tax rate in per cent when the line was written, without trailing zeros; later changes of the tax do not affect it. Null without tax.
 */
export type NullableTaxRate = string | null;

/**
 * An exact quantity as a decimal string with up to 3 decimals, as weighed goods need. Responses have no trailing zeros: `"1.500"` becomes `"1.5"`.
 */
export type Quantity = string;

/**
 * One line. `subtotal` is quantity times unit cost, and `tax` is `taxRate` per cent of subtotal less discount; each is rounded half up once to the currency's decimals. `total` is subtotal less discount plus tax.
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
 * Goods ordered from a supplier for one store. `subtotal`, `discountTotal`, `taxTotal` and `total` are the sums over the lines, so `total` is exactly subtotal less discounts plus tax.
 */
export type PurchaseOrder = PurchaseOrderSummary & {
    /**
     * The lines of the order.
     */
    lines: Array<PurchaseOrderLine>;
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
 * A row of the supplier transactions view: goods returned to the supplier. Recorded in the merchant's back office. Without its lines.
 */
export type PurchaseReturnTransactionSummary = {
    /**
     * Always 1, a purchase return.
     */
    Type: 1;
    date: BusinessDate;
    id: Id;
    status: RowStatus;
    /**
     * The merchant's number for the return, unique across its returns.
     */
    returnNo: string;
    supplierId: Id;
    storeId: Id;
    narration: NullableText;
    currency: Currency;
    total: Money;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One returned item or variant.
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
 * A row of the supplier transactions view: goods returned to the supplier. Recorded in the merchant's back office.
 */
export type PurchaseReturnTransaction = PurchaseReturnTransactionSummary & {
    /**
     * The returned lines.
     */
    lines: Array<PurchaseReturnLine>;
};

/**
 * One page of purchase orders or, with `transactions=true`, of supplier transactions, each of which has a `Type`.
 */
export type PurchaseOrderList = {
    /**
     * The records on this page.
     */
    data: Array<PurchaseOrder | PurchaseTransaction | PurchaseReturnTransaction>;
    pagination: Pagination;
};

/**
 * A row of the supplier transactions view: a purchase, without its lines.
 */
export type PurchaseTransactionSummary = PurchaseOrderSummary & {
    /**
     * Always 0, a purchase.
     */
    Type: 0;
    date: BusinessDate;
};

/**
 * One page of purchase orders or supplier transactions with `includeLines=false`.
 */
export type PurchaseOrderSummaryList = {
    /**
     * The records on this page.
     */
    data: Array<PurchaseOrderSummary | PurchaseTransactionSummary | PurchaseReturnTransactionSummary>;
    pagination: Pagination;
};

/**
 * A date, YYYY-MM-DD, not before 2000-01-01. Each property states how far ahead it may be, in days after today; today is the latest date anywhere on Earth (UTC+14). A date that the document already has may stay.
 */
export type DocumentDate = string;

/**
 * A date, YYYY-MM-DD, not before 2000-01-01 (see DocumentDate), or null for none.
 */
export type NullableDocumentDate = string | null;

/**
 * A line of a new order. An item with variants requires `variantId`; a combo cannot be bought. The discount is an amount, at most the line's subtotal.
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
     * Date of the order, at most 366 days ahead.
     */
    orderDate: DocumentDate;
    /**
     * Date on which the goods are expected, not before `orderDate` and at most 1827 days ahead. Null for none.
     */
    expectedDate?: NullableDocumentDate;
    invoice?: NullableInvoice;
    narration?: NullableText;
    /**
     * The lines of the order.
     */
    lines: Array<NewPurchaseOrderLine>;
    externalId?: NullableExternalId;
};

/**
 * A line in a change. With `id` it is an existing line of the order, and keeps its variant, discount and tax if they are left out; without it a new one, or the one at its place if that has its values.
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
     * Date of the order, at most 366 days ahead.
     */
    orderDate?: DocumentDate;
    /**
     * Date on which the goods are expected, not before `orderDate` and at most 1827 days ahead. Null for none.
     */
    expectedDate?: NullableDocumentDate;
    invoice?: NullableInvoice;
    narration?: NullableText;
    /**
     * The lines of the order.
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
 * The received quantity of one line.
 */
export type PurchaseOrderReceiptLine = {
    lineId: Id;
    quantity: PositiveQuantity;
};

/**
 * When something happened, not in the future and not before 2000-01-01, in RFC 3339 format with milliseconds. Requests may send another spelling of the same instant.
 */
export type PastInstant = string;

/**
 * The received quantities; without `lines`, everything outstanding.
 */
export type PurchaseOrderReceipt = {
    /**
     * The received lines, each at most once.
     */
    lines?: Array<PurchaseOrderReceiptLine>;
    /**
     * When the goods arrived, on the order's date at its store or later; now if omitted.
     */
    receivedAt?: PastInstant;
};

/**
 * 0 draft, nothing received; 1 partial, something is still outstanding; 2 done. Derived from the lines.
 */
export type TransferStatus = 0 | 1 | 2;

/**
 * The transfer's number, unique for the merchant. Generated if absent.
 */
export type TransferNo = string;

/**
 * Stock that moves from one store to another, without its lines.
 */
export type StockTransferSummary = {
    id: Id;
    transferNo: TransferNo;
    fromStoreId: Id;
    toStoreId: Id;
    date: BusinessDate;
    narration: NullableText;
    transferStatus: TransferStatus;
    status: RowStatus;
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One item or variant of a transfer, with the quantities to move, received and outstanding.
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
 * Stock that moves from one store to another.
 */
export type StockTransfer = StockTransferSummary & {
    /**
     * The lines of the transfer.
     */
    lines: Array<StockTransferLine>;
};

/**
 * One page of stock transfers.
 */
export type StockTransferList = {
    /**
     * The records on this page.
     */
    data: Array<StockTransfer>;
    pagination: Pagination;
};

/**
 * One page of stock transfers with `includeLines=false`.
 */
export type StockTransferSummaryList = {
    /**
     * The records on this page.
     */
    data: Array<StockTransferSummary>;
    pagination: Pagination;
};

/**
 * A line of a new transfer. An item of type 1 requires `variantId`; a combo holds no stock and cannot be moved.
 */
export type NewStockTransferLine = {
    itemId: Id;
    variantId?: NullableId;
    quantity: PositiveQuantity;
};

/**
 * A new transfer. `fromStoreId` and `toStoreId` must differ.
 */
export type StockTransferCreate = {
    transferNo?: TransferNo;
    fromStoreId: Id;
    toStoreId: Id;
    /**
     * Date of the transfer, at most 366 days ahead.
     */
    date: DocumentDate;
    narration?: NullableText;
    /**
     * The lines of the transfer.
     */
    lines: Array<NewStockTransferLine>;
    externalId?: NullableExternalId;
};

/**
 * A line in a change. With `id` it is an existing line of the transfer, without it a new one, or the one at its place if that has its values.
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
     * Date of the transfer, at most 366 days ahead.
     */
    date?: DocumentDate;
    narration?: NullableText;
    status?: RowStatus;
    /**
     * All lines of the transfer; a line that is left out is removed.
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
 * The received quantity of one line.
 */
export type StockTransferReceiptLine = {
    lineId: Id;
    quantity: PositiveQuantity;
};

/**
 * The received quantities; without `lines`, everything outstanding.
 */
export type StockTransferReceipt = {
    /**
     * Each line at most once.
     */
    lines?: Array<StockTransferReceiptLine>;
    /**
     * When the goods arrived, on the transfer's date at `fromStoreId` or later; now if omitted.
     */
    receivedAt?: PastInstant;
};

/**
 * 0 count: the quantity is what is on hand; 1 add: the quantity is added; 2 remove: the quantity is removed.
 */
export type StockAdjustmentType = 0 | 1 | 2;

/**
 * 0 draft, stock unchanged; 1 posted, stock changed; 2 voided.
 */
export type StockAdjustmentStatus = 0 | 1 | 2;

/**
 * The adjustment's number, unique for the merchant. Generated if absent.
 */
export type AdjustmentNo = string;

/**
 * When something happened (see PastInstant), or null for none.
 */
export type NullablePastInstant = string | null;

/**
 * A correction of the stock of one store, without its lines.
 */
export type StockAdjustmentSummary = {
    id: Id;
    adjustmentNo: AdjustmentNo;
    storeId: Id;
    date: BusinessDate;
    type: StockAdjustmentType;
    reason: NullableAdjustmentReason;
    narration: NullableText;
    status: StockAdjustmentStatus;
    allowedActions: AllowedActions;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
    /**
     * When the stock was counted, which is when the count holds. Null for other adjustments, and for drafts and voided counts of releases that did not keep it.
     */
    countedAt: NullablePastInstant;
    /**
     * When an addition or removal moves the stock. Null for a count, and for a draft that does not state it.
     */
    occurredAt: NullablePastInstant;
};

/**
 * Stock on hand at the time of the adjustment, as it was known when it was posted; it may be negative. Null until then.
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
export type StockAdjustment = StockAdjustmentSummary & {
    /**
     * The lines of the adjustment.
     */
    lines: Array<StockAdjustmentLine>;
};

/**
 * One page of stock adjustments.
 */
export type StockAdjustmentList = {
    /**
     * The records on this page.
     */
    data: Array<StockAdjustment>;
    pagination: Pagination;
};

/**
 * One page of stock adjustments with `includeLines=false`.
 */
export type StockAdjustmentSummaryList = {
    /**
     * The records on this page.
     */
    data: Array<StockAdjustmentSummary>;
    pagination: Pagination;
};

/**
 * A line of a new adjustment. An item of type 1 requires `variantId`; a combo holds no stock and cannot be adjusted.
 */
export type NewStockAdjustmentLine = {
    itemId: Id;
    variantId?: NullableId;
    quantity: Quantity;
};

/**
 * A new adjustment. Quantities must be greater than 0, except in a count, which lists each item or variant at most once.
 */
export type StockAdjustmentCreate = {
    adjustmentNo?: AdjustmentNo;
    storeId: Id;
    /**
     * Date of the adjustment, at most 31 days ahead.
     */
    date: DocumentDate;
    type: StockAdjustmentType;
    reason?: NullableAdjustmentReason;
    narration?: NullableText;
    /**
     * The lines of the adjustment.
     */
    lines: Array<NewStockAdjustmentLine>;
    externalId?: NullableExternalId;
    /**
     * Only for a count, when the stock was counted; now if omitted. Independent of `date`.
     */
    countedAt?: NullablePastInstant;
    /**
     * Only for an addition or removal, when it happened, on `date` at the store or later; when it is posted if omitted.
     */
    occurredAt?: NullablePastInstant;
};

/**
 * A line in a change. With `id` it is an existing line of the adjustment, without it a new one, or the one at its place if that has its values.
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
     * Date of the adjustment, at most 31 days ahead.
     */
    date?: DocumentDate;
    type?: StockAdjustmentType;
    reason?: NullableAdjustmentReason;
    narration?: NullableText;
    status?: StockAdjustmentStatus;
    /**
     * All lines of the adjustment; a line that is left out is removed.
     */
    lines?: Array<StockAdjustmentLineInput>;
    externalId?: NullableExternalId;
    /**
     * Only for a count, when the stock was counted; if it is never sent, or null, that is the time of the last request that sent `lines`. Independent of `date`.
     */
    countedAt?: NullablePastInstant;
    /**
     * Only for an addition or removal, when it happened, on `date` at the store or later; when it is posted if null.
     */
    occurredAt?: NullablePastInstant;
    readonly id?: Id;
    readonly allowedActions?: AllowedActions;
    readonly version?: Version;
    readonly entryDate?: Timestamp;
    readonly updatedAt?: Timestamp;
};

/**
 * One page of stock movements.
 */
export type StockMovementList = {
    /**
     * The movements on this page.
     */
    data: Array<StockMovement>;
    pagination: Pagination;
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
     * IANA time zone of the store, which defines its business days.
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
     * The records on this page.
     */
    data: Array<Store>;
    pagination: Pagination;
};

/**
 * Channel of an order.
 */
export type Channel = 'counter' | 'dineIn' | 'takeaway' | 'delivery' | 'online';

/**
 * One line of an open order. Amounts include tax.
 */
export type OpenOrderLine = {
    itemId: Id;
    variantId: NullableId;
    /**
     * Name of the item, with its variant, at the time of the order.
     */
    name: string;
    quantity: PositiveQuantity;
    gross: Money;
    discount: Money;
    /**
     * Tax included in gross less discount.
     */
    tax: Money;
};

/**
 * An open order at a store. Amounts include tax.
 */
export type OpenOrder = {
    id: Id;
    storeId: Id;
    /**
     * 1 open.
     */
    status: 1;
    /**
     * The store's number for the order.
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
     * Tax included in the total.
     */
    tax: Money;
    /**
     * Amount to pay: gross less discounts.
     */
    total: Money;
    /**
     * The lines of the order.
     */
    lines: Array<OpenOrderLine>;
    openedAt: Timestamp;
    /**
     * The back office's identifier for the order.
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
     * The orders on this page.
     */
    data: Array<OpenOrder>;
    pagination: Pagination;
};

/**
 * A day in a store's time zone, YYYY-MM-DD.
 */
export type BusinessDay = string;

/**
 * A sum of exact amounts, as a decimal string with as many decimals as the currency.
 */
export type ReportAmount = string;

/**
 * A sum of exact amounts that may be negative, as a decimal string with as many decimals as the currency.
 */
export type SignedReportAmount = string;

/**
 * Amounts tendered less refunds, by kind of payment. They add up to net, tax, rounding, change given and tips.
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
 * What cash was rounded up less what it was rounded down, less that of refunds. Net and tax do not include it.
 */
export type Rounding = SignedReportAmount;

/**
 * Change given back, less that of refunds. Payments include it: cash less it is what stays.
 */
export type ChangeGiven = SignedReportAmount;

/**
 * Tips in payments, less those that refunds paid back. Net and tax do not include them.
 */
export type Tips = SignedReportAmount;

/**
 * One store's business day, in one currency.
 */
export type DailySales = {
    storeId: Id;
    storeName: Name;
    date: BusinessDay;
    currency: Currency;
    /**
     * Number of sales.
     */
    orders: number;
    /**
     * Number of refunds.
     */
    refundOrders: number;
    /**
     * Sales before discounts, tax included.
     */
    gross: ReportAmount;
    /**
     * Discounts.
     */
    discounts: ReportAmount;
    /**
     * Tax included in sales, less the tax included in refunds.
     */
    tax: SignedReportAmount;
    /**
     * Refunds, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
    payments: Payments;
    rounding: Rounding;
    changeGiven: ChangeGiven;
    tips: Tips;
};

/**
 * The totals of all rows in one currency.
 */
export type DailySalesTotals = {
    currency: Currency;
    /**
     * Number of sales.
     */
    orders: number;
    /**
     * Number of refunds.
     */
    refundOrders: number;
    /**
     * Sales before discounts, tax included.
     */
    gross: ReportAmount;
    /**
     * Discounts.
     */
    discounts: ReportAmount;
    /**
     * Tax included in sales, less the tax included in refunds.
     */
    tax: SignedReportAmount;
    /**
     * Refunds, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
    payments: Payments;
    rounding: Rounding;
    changeGiven: ChangeGiven;
    tips: Tips;
};

/**
 * Sales by store and day.
 */
export type DailySalesReport = {
    companyId: Id;
    from: BusinessDay;
    to: BusinessDay;
    /**
     * One row for each store and day with sales or refunds, ordered by day and store.
     */
    data: Array<DailySales>;
    /**
     * The totals over all rows, one for each currency; empty if there are no rows.
     */
    totals: Array<DailySalesTotals>;
};

/**
 * A sum of exact quantities, as a decimal string with up to 3 decimals.
 */
export type ReportQuantity = string;

/**
 * Sales of one item or variant, in one currency.
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
     * Discounts.
     */
    discounts: ReportAmount;
    /**
     * Tax included in sales, less the tax included in refunds.
     */
    tax: SignedReportAmount;
    /**
     * Refunds, tax included.
     */
    refunds: ReportAmount;
    /**
     * Gross less discounts, refunds and tax.
     */
    net: SignedReportAmount;
};

/**
 * Position of this page in the report.
 */
export type ReportPagination = {
    /**
     * Page number, starting at 1, and at most 2^53 − 1.
     */
    page: number;
    /**
     * Rows per page, as requested.
     */
    limit: number;
    /**
     * Number of rows in the report.
     */
    total: number;
    /**
     * True if more rows follow this page.
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
     * The rows on this page.
     */
    data: Array<ItemSales>;
    pagination: ReportPagination;
};

/**
 * A sum of exact amounts that may be negative (see SignedReportAmount), or null for none.
 */
export type NullableSignedReportAmount = string | null;

/**
 * Stock of one item or variant at one store.
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
     * Current cost of one unit; the variant's own, if it has one. Null if unknown.
     */
    unitCost: NullableCost;
    /**
     * Value of the stock at that cost, rounded half up to the currency's decimals. Null if the cost is unknown.
     */
    value: NullableSignedReportAmount;
};

/**
 * One page of stock levels.
 */
export type StockOnHandReport = {
    /**
     * The levels on this page.
     */
    data: Array<StockOnHand>;
    pagination: Pagination;
};

/**
 * The kind of record that changed. `stock` is the stock of an item at a store, `dailySales` a business day of a store.
 */
export type ChangedResource = 'items' | 'stock' | 'categories' | 'brands' | 'menus' | 'modifiers' | 'purchaseOrders' | 'stockTransfers' | 'stockAdjustments' | 'openOrders' | 'dailySales' | 'stores' | 'suppliers' | 'taxes';

/**
 * What happened. A record that was created and changed in one write is `created`. `received` is a receipt against an order or transfer, `posted` and `voided` are new states of a document, `moved` is stock, `closed` is an open order that was paid or abandoned.
 */
export type ChangeKind = 'created' | 'updated' | 'received' | 'posted' | 'voided' | 'moved' | 'closed';

/**
 * The stock of an item at a store.
 */
export type StockLevel = {
    itemId: Id;
    storeId: Id;
    onHand: SignedQuantity;
    /**
     * Stock of each variant that has ever been moved or counted here; empty for an item without variants.
     */
    variants: Array<VariantLevel>;
};

/**
 * A business day of a store, as in the daily sales report; one row for each currency.
 */
export type SalesOfDay = Array<DailySales>;

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
     * E-mail address for orders. Null for none.
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
 * A tax that items can have.
 */
export type Tax = {
    id: Id;
    status: Status;
    name: Name;
    /**
     * Percentage of the net price, as a decimal string with up to 4 decimals and no trailing zeros.
     */
    rate: string;
    externalId: NullableExternalId;
    version: Version;
    entryDate: Timestamp;
    updatedAt: Timestamp;
};

/**
 * One record that a write changed.
 */
export type Change = {
    /**
     * The write's place among all writes of the merchant. Positions ascend without gaps, including writes that the credential cannot see.
     */
    position: number;
    resource: ChangedResource;
    /**
     * Id of the record; for `stock` of the item, for `dailySales` of the store.
     */
    id: Id;
    /**
     * The record's version after the write. Null for `stock` and `dailySales`, which have none.
     */
    version: number | null;
    kind: ChangeKind;
    /**
     * Properties that changed, in alphabetical order. Empty for a new record, for stock and sales, and where they are not known.
     */
    properties: Array<string>;
    /**
     * Who changed it. Other apps are not named.
     */
    by: 'thisApp' | 'otherApp' | 'backOffice';
    /**
     * When it was changed.
     */
    at: Timestamp;
    /**
     * The request that changed it. Null unless this app sent it.
     */
    correlationId: string | null;
    /**
     * The stores that the change concerns, among those that the credential has access to. Null for all stores.
     */
    storeIds: Array<Id> | null;
    /**
     * With `dailySales`, the business day, YYYY-MM-DD. Null for other resources.
     */
    businessDay: string | null;
    /**
     * With `include=record`, the record as it is now, which may be later than this change. Null if there is none, such as an open order that has been closed.
     */
    record?: Item | StockLevel | Category | Brand | MenuFull | ModifierGroupFull | PurchaseOrder | StockTransfer | StockAdjustment | OpenOrder | SalesOfDay | Store | Supplier | Tax | null;
};

/**
 * One page of changes.
 */
export type ChangeList = {
    /**
     * The changes, earliest first.
     */
    data: Array<Change>;
    /**
     * Send it as `after` to get what comes next. Never null.
     */
    nextCursor: string;
    /**
     * True if more may be read now; false at the end of the log.
     */
    hasMore: boolean;
};

/**
 * One page of suppliers.
 */
export type SupplierList = {
    /**
     * The records on this page.
     */
    data: Array<Supplier>;
    pagination: Pagination;
};

/**
 * One page of taxes.
 */
export type TaxList = {
    /**
     * The records on this page.
     */
    data: Array<Tax>;
    pagination: Pagination;
};

/**
 * Changes of one merchant.
 */
export type WebhookChanges = {
    type: 'changes';
    /**
     * The merchant's company id.
     */
    merchantId: Id;
    /**
     * The changes, earliest first.
     */
    data: Array<Change>;
    /**
     * Where this request begins: the `nextCursor` of the merchant's request before it. If you have stored another one, follow `GET /changes` from yours, which returns what is missing, or says that you have to read everything again.
     */
    after: string;
    /**
     * Where this request ends. `GET /changes` accepts it as `after`, with the endpoint's `resources`.
     */
    nextCursor: string;
    /**
     * True if more changes followed when the request was made first. Its attempts say the same.
     */
    hasMore: boolean;
};

/**
 * Changes of a merchant are missing. Read everything again. The next request begins at `nextCursor`, so nothing that changes meanwhile is missed.
 */
export type WebhookResync = {
    type: 'resync';
    /**
     * The merchant's company id.
     */
    merchantId: Id;
    /**
     * `expired`: the endpoint was behind by more than the 30 days for which changes are kept, or the merchant's log began anew. `restored`: the merchant's data was restored to an earlier state. `view_grown`: the app sees more than before.
     */
    reason: 'expired' | 'restored' | 'view_grown';
    /**
     * Where the next request begins.
     */
    nextCursor: string;
};

/**
 * Sent by a developer of the app, to try the endpoint.
 */
export type WebhookTest = {
    type: 'test';
    /**
     * The endpoint.
     */
    endpointId: Id;
};

/**
 * A request to a webhook endpoint.
 */
export type WebhookRequest = ({
    type: 'changes';
} & WebhookChanges) | ({
    type: 'resync';
} & WebhookResync) | ({
    type: 'test';
} & WebhookTest);

/**
 * Always `code`.
 */
export type ResponseType = 'code';

/**
 * The app's client id; its prefix selects the environment.
 */
export type AuthorizeClientId = string;

/**
 * One of the app's registered redirect URIs, exactly.
 */
export type RedirectUri = string;

/**
 * Opaque, unguessable and single-use; returned unchanged.
 */
export type State = string;

/**
 * Accepted and ignored; an app always gets its product's scopes.
 */
export type Scope = string;

/**
 * SHA-256 of the verifier, base64url without padding (RFC 7636).
 */
export type CodeChallenge = string;

/**
 * `S256`, required with a challenge; plain is rejected.
 */
export type CodeChallengeMethod = 'S256';

/**
 * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
 */
export type IfNoneMatch = string;

/**
 * Sort direction.
 */
export type Order = 'asc' | 'desc';

/**
 * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
 */
export type Page = number;

/**
 * Rows per page.
 */
export type Limit = number;

/**
 * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
 */
export type Cursor = string;

/**
 * 1 for active records only, 0 for inactive ones only; both if omitted.
 */
export type StatusFilter = Status;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type ItemSort = 'entryDate' | 'updatedAt' | 'name' | 'itemCode' | 'price';

/**
 * Free text, matched in the names, barcodes and item codes of the item and its variants, ignoring case; every word must occur.
 */
export type ItemSearch = SearchText;

/**
 * Category ids, comma-separated or as a repeated parameter; items in any of them.
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
 * Only items with this stock status across all stores (see StockStatus).
 */
export type ItemStockStatus = StockStatus;

/**
 * 1 for weighed goods only, 0 for other items only.
 */
export type ItemWeighingScale = Flag;

/**
 * 0 standard, 1 variant, 2 combo.
 */
export type ItemType2 = ItemType;

/**
 * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
 */
export type Ids = Array<Id>;

/**
 * Only records with exactly this `externalId`. There may be several, since it is unique per app.
 */
export type ExternalIdFilter = ExternalId;

/**
 * Only the item with exactly this `itemCode`; codes of variants are not compared.
 */
export type ItemCodeFilter = ItemCode;

/**
 * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
 */
export type UpdatedFrom = Instant;

/**
 * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
 */
export type UpdatedTo = Instant;

/**
 * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
 */
export type DryRun2 = boolean;

/**
 * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
 */
export type IdempotencyKey = string;

/**
 * `true` carries out all operations or none: if one fails, the response has the status and code of the first one that does, and its details name each that does.
 */
export type ItemBatchAtomic = boolean;

/**
 * Identifier of the record.
 */
export type Id2 = Id;

/**
 * Id of the store to return price and stock for.
 */
export type ItemStoreId = string;

/**
 * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
 */
export type IfMatch = string;

/**
 * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
 */
export type IfNoneMatchOfChange = string;

/**
 * The stock after everything that had happened at this instant, the instant itself included. If omitted, after all movements.
 */
export type ItemStockAt = Instant;

/**
 * The stock by the movements that had been recorded at this instant, the instant itself included: sales arrive after they happen. If omitted, by all movements.
 */
export type ItemStockKnownAt = Instant;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type CategorySort = 'entryDate' | 'updatedAt' | 'name' | 'sortOrder';

/**
 * Free text, matched in the category (group) name, ignoring case; every word must occur.
 */
export type CategorySearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type BrandSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the brand name, ignoring case; every word must occur.
 */
export type BrandSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type MenuSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the menu name, ignoring case; every word must occur.
 */
export type MenuSearch = SearchText;

/**
 * 1 for delivery menus only, 0 for others only, 2 (or omitted) for any.
 */
export type MenuDelivery = ChannelFilter;

/**
 * 1 for takeaway menus only, 0 for others only, 2 (or omitted) for any.
 */
export type MenuTakeaway = ChannelFilter;

/**
 * 1 for online-order menus only, 0 for others only, 2 (or omitted) for any.
 */
export type MenuOnline = ChannelFilter;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type ModifierSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the name of the group, ignoring case; every word must occur.
 */
export type ModifierSearch = SearchText;

/**
 * Free text; only groups offered with an item whose name contains every word, ignoring case.
 */
export type ModifierItemSearch = SearchText;

/**
 * 1 for active records only, 0 for voided ones only. If omitted, `includeVoided` decides.
 */
export type RowStatusFilter = RowStatus;

/**
 * `true` (or `1`) includes voided records, `false` (or `0`) leaves them out; case-insensitive.
 */
export type IncludeVoided = boolean;

/**
 * `false` (or `0`) leaves the `lines` out of each record, `true` (or `1`) includes them; case-insensitive. An order may have a thousand lines: read them with the record itself.
 */
export type IncludeLines = boolean;

/**
 * Only records of this date or later; a date and time counts as its date at the record's store.
 */
export type FromDate = DateBound;

/**
 * Only records of this date or earlier; a date and time counts as its date at the record's store. Not before `fromDate`: two dates, and two dates with times, are compared as they are, and a date with a date and time only as far as they are in the same order in every time zone.
 */
export type ToDate = DateBound;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type PurchaseOrderSort = 'entryDate' | 'updatedAt' | 'orderDate' | 'orderNo' | 'total';

/**
 * Free text, matched in the order number, the invoice, the supplier's name and the narration, ignoring case; every word must occur.
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
 * The array form of `storeId`; both are combined into one list.
 */
export type PurchaseOrderStoreIds = Array<string>;

/**
 * 0 for drafts only, 1 for partially received only, 2 for received only.
 */
export type PurchaseOrderPurchStatus = PurchStatus;

/**
 * Order numbers, comma-separated or as a repeated parameter; orders with any of them.
 */
export type PurchaseOrderOrderNos = Array<OrderNo>;

/**
 * Only orders from this integration source, by its exact name.
 */
export type PurchaseOrderProvider = string;

/**
 * `true` (or `1`), case-insensitive, returns the supplier transactions view: purchases and purchase returns in one list ordered by `date`, each row with its `Type`. It accepts `supplierId`, `storeId`, `storeIds`, `fromDate`, `toDate`, `search`, `status`, `includeVoided`, `includeLines`, `ids`, `externalId`, `updatedFrom` and `updatedTo`. It rejects `purchStatus`, `orderNos`, `provider` and any `sort` other than entryDate or orderDate, both of which sort by `date`.
 */
export type PurchaseOrderTransactions = boolean;

/**
 * `true` (or `1`) creates the order and receives everything in one call, `false` (or `0`) leaves it a draft; case-insensitive.
 */
export type PurchaseOrderReceive = boolean;

/**
 * When the goods arrived, on the order's date at its store or later and not in the future; now if omitted. Only with `receive=true`.
 */
export type PurchaseOrderReceivedAt = Instant;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type StockTransferSort = 'entryDate' | 'updatedAt' | 'date' | 'transferNo';

/**
 * Free text, matched in the transfer number, the narration and the names of both stores, ignoring case; every word must occur.
 */
export type StockTransferSearch = SearchText;

/**
 * Store ids, comma-separated or as a repeated parameter; transfers out of any of them.
 */
export type StockTransferFromStoreId = Array<string>;

/**
 * Store ids, comma-separated or as a repeated parameter; transfers into any of them.
 */
export type StockTransferToStoreId = Array<string>;

/**
 * 0 draft, 1 partial, 2 done.
 */
export type StockTransferStateFilter = TransferStatus;

/**
 * `true` (or `1`) creates the transfer and receives everything in one call, `false` (or `0`) leaves it a draft; case-insensitive.
 */
export type StockTransferReceive = boolean;

/**
 * When the goods arrived, on the transfer's date at `fromStoreId` or later and not in the future; now if omitted. Only with `receive=true`.
 */
export type StockTransferReceivedAt = Instant;

/**
 * Rows per page; any value above 100 is treated as 100, as `pagination.limit` shows.
 */
export type StockAdjustmentLimit = number;

/**
 * Free text, matched in the adjustment number, the narration, the reason and the store's name, ignoring case; every word must occur.
 */
export type StockAdjustmentSearch = SearchText;

/**
 * Only adjustments of this date or later, YYYY-MM-DD.
 */
export type StockAdjustmentFromDate = BusinessDate;

/**
 * Only adjustments of this date or earlier, YYYY-MM-DD. Not before `fromDate`.
 */
export type StockAdjustmentToDate = BusinessDate;

/**
 * Store ids, comma-separated or as a repeated parameter; adjustments at any of them.
 */
export type StockAdjustmentStoreId = Array<string>;

/**
 * 0 count, 1 add, 2 remove.
 */
export type StockAdjustmentTypeFilter = StockAdjustmentType;

/**
 * 0 draft, 1 posted, 2 voided; all if omitted.
 */
export type StockAdjustmentStatusFilter = StockAdjustmentStatus;

/**
 * `true` (or `1`) posts it, which changes the stock; `false` (or `0`) saves it without posting; case-insensitive.
 */
export type StockAdjustmentPost = boolean;

/**
 * Store ids, comma-separated or as a repeated parameter; movements at any of them.
 */
export type MovementStoreIds = Array<Id>;

/**
 * Only movements of this item and its variants.
 */
export type MovementItemId = Id;

/**
 * Only movements by documents of this kind.
 */
export type MovementDocumentKind = DocumentKind;

/**
 * Only the movements of this document.
 */
export type MovementDocumentId = Id;

/**
 * Only movements that happened at this instant or later.
 */
export type MovementFrom = Instant;

/**
 * Only movements that happened before this instant, which is not before `from`.
 */
export type MovementTo = Instant;

/**
 * The company to act for. Required with an API key; with an access token it must match the token's company.
 */
export type CompanyId = Id;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type StoreSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the store name or code, ignoring case; every word must occur.
 */
export type StoreSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type OpenOrderSort = 'openedAt' | 'updatedAt';

/**
 * Only orders from this channel.
 */
export type OpenOrderChannel = Channel;

/**
 * The first business day.
 */
export type From = BusinessDay;

/**
 * The last business day, inclusive; not before `from`, and at most 366 days in all.
 */
export type To = BusinessDay;

/**
 * Store ids, comma-separated or as a repeated parameter. All stores if omitted.
 */
export type StoreIds = Array<Id>;

/**
 * Figure to sort by; ties are broken by item and variant, so that paging is stable.
 */
export type SalesByItemSort = 'net' | 'gross' | 'quantity';

/**
 * Item ids, comma-separated or as a repeated parameter. All items if omitted.
 */
export type ItemIds = Array<Id>;

/**
 * The `nextCursor` of an earlier page. `resources` and `storeId` may be the same as for that page or select less. Only the present if omitted.
 */
export type ChangesAfter = string;

/**
 * Only changes of these resources, comma-separated or as a repeated parameter. All if omitted. If the credential can read none of them, the request is 403 `partner.scope_denied`.
 */
export type ChangedResources = Array<ChangedResource>;

/**
 * Only changes that concern one of these stores or all stores; store ids, comma-separated or as a repeated parameter. Without `after`, a store that the credential does not see is 404 `partner.not_found`.
 */
export type ChangesStoreIds = Array<Id>;

/**
 * Changes per page; with `include=record` a page has at most 100, and fewer if the records are large.
 */
export type ChangesLimit = number;

/**
 * `record` adds to each change the record as it is now.
 */
export type ChangesInclude = 'record';

/**
 * Seconds for which a request with `after` waits while there is nothing to list. It is answered as soon as there is a change, and with an empty page when the time is up or the server shuts down. Use a client timeout that is longer.
 */
export type ChangesWait = number;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type SupplierSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the supplier name or code, ignoring case; every word must occur.
 */
export type SupplierSearch = SearchText;

/**
 * Field to sort by; ties are broken by id, so that paging is stable.
 */
export type TaxSort = 'entryDate' | 'updatedAt' | 'name';

/**
 * Free text, matched in the tax name, ignoring case; every word must occur.
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
     * The request is malformed, the merchant is ambiguous, or the credential requires another authorization flow.
     */
    400: MintError;
    /**
     * Unknown client id, wrong secret or revoked credential; the response does not say which.
     */
    401: MintError;
    /**
     * The credential is valid but has no access to this merchant.
     */
    403: MintError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: MintError;
    /**
     * The body is neither JSON nor a form, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: MintError;
    /**
     * More than 30 requests per minute from this source address.
     */
    429: MintError;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: MintError;
    /**
     * The service is temporarily unavailable; try again after Retry-After.
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
     * The request is malformed or the grant is invalid. Branch on `code`.
     */
    400: OAuthError;
    /**
     * Unknown client id, wrong secret or revoked credential; the response does not say which.
     */
    401: OAuthError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: OAuthError;
    /**
     * The body has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: OAuthError;
    /**
     * The app, or a source address without a valid client, has exceeded its rate limit (partner.rate_limited); with client_credentials, also the source address's limit on mints, which it shares with `POST /token` (developer.rate_limited).
     */
    429: OAuthError;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: OAuthError;
    /**
     * The service is temporarily unavailable; try again after Retry-After.
     */
    503: OAuthError;
};

export type CreateTokenError = CreateTokenErrors[keyof CreateTokenErrors];

export type CreateTokenResponses = {
    /**
     * The access token and, except for client_credentials, the refresh token.
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
     * Unknown client id, wrong secret or revoked credential; the response does not say which.
     */
    401: OAuthError;
    /**
     * The body is larger than 16 kB (16,384 bytes).
     */
    413: OAuthError;
    /**
     * The body has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: OAuthError;
    /**
     * The app, or a source address without a valid client, has exceeded its rate limit.
     */
    429: OAuthError;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: OAuthError;
    /**
     * The service is temporarily unavailable; try again after Retry-After.
     */
    503: OAuthError;
};

export type RevokeTokenError = RevokeTokenErrors[keyof RevokeTokenErrors];

export type RevokeTokenResponses = {
    /**
     * The token is not, or no longer, valid.
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
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: never;
    url: '/openapi.json';
};

export type GetContractErrors = {
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name' | 'itemCode' | 'price';
        /**
         * Free text, matched in the names, barcodes and item codes of the item and its variants, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Category ids, comma-separated or as a repeated parameter; items in any of them.
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
         * Only items with this stock status across all stores (see StockStatus).
         */
        stockStatus?: StockStatus;
        /**
         * 1 for weighed goods only, 0 for other items only.
         */
        weighingScale?: Flag;
        /**
         * 0 standard, 1 variant, 2 combo.
         */
        type?: ItemType;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only the item with exactly this `itemCode`; codes of variants are not compared.
         */
        itemCode?: ItemCode;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/items';
};

export type ListItemsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/items';
};

export type CreateItemErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateItemError = CreateItemErrors[keyof CreateItemErrors];

export type CreateItemResponses = {
    /**
     * The stored item.
     */
    201: Item & DryRunnable;
};

export type CreateItemResponse = CreateItemResponses[keyof CreateItemResponses];

export type BatchItemsData = {
    /**
     * The operations.
     */
    body: ItemBatch;
    headers?: {
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` carries out all operations or none: if one fails, the response has the status and code of the first one that does, and its details name each that does.
         */
        atomic?: boolean;
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/items/batch';
};

export type BatchItemsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type BatchItemsError = BatchItemsErrors[keyof BatchItemsErrors];

export type BatchItemsResponses = {
    /**
     * The result of each operation.
     */
    200: ItemBatchResults & DryRunnable;
};

export type BatchItemsResponse = BatchItemsResponses[keyof BatchItemsResponses];

export type GetItemData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
         * Id of the store to return price and stock for.
         */
        storeId: string;
    };
    url: '/items/{id}';
};

export type GetItemErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type GetItemError = GetItemErrors[keyof GetItemErrors];

export type GetItemResponses = {
    /**
     * The item and its details at the store.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/items/{id}';
};

export type UpdateItemErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateItemError = UpdateItemErrors[keyof UpdateItemErrors];

export type UpdateItemResponses = {
    /**
     * The stored item.
     */
    200: Item & DryRunnable;
};

export type UpdateItemResponse = UpdateItemResponses[keyof UpdateItemResponses];

export type GetItemStockData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
         * Id of the store to return price and stock for.
         */
        storeId: string;
        /**
         * The stock after everything that had happened at this instant, the instant itself included. If omitted, after all movements.
         */
        at?: Instant;
        /**
         * The stock by the movements that had been recorded at this instant, the instant itself included: sales arrive after they happen. If omitted, by all movements.
         */
        knownAt?: Instant;
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
    };
    url: '/items/{id}/stock';
};

export type GetItemStockErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type GetItemStockError = GetItemStockErrors[keyof GetItemStockErrors];

export type GetItemStockResponses = {
    /**
     * The stock levels and one page of movements.
     */
    200: ItemStock;
};

export type GetItemStockResponse = GetItemStockResponses[keyof GetItemStockResponses];

export type ListCategoriesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name' | 'sortOrder';
        /**
         * Free text, matched in the category (group) name, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/categories';
};

export type ListCategoriesErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/categories';
};

export type CreateCategoryErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateCategoryError = CreateCategoryErrors[keyof CreateCategoryErrors];

export type CreateCategoryResponses = {
    /**
     * The stored category.
     */
    201: Category & DryRunnable;
};

export type CreateCategoryResponse = CreateCategoryResponses[keyof CreateCategoryResponses];

export type GetCategoryData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/categories/{id}';
};

export type UpdateCategoryErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateCategoryError = UpdateCategoryErrors[keyof UpdateCategoryErrors];

export type UpdateCategoryResponses = {
    /**
     * The stored category.
     */
    200: Category & DryRunnable;
};

export type UpdateCategoryResponse = UpdateCategoryResponses[keyof UpdateCategoryResponses];

export type ListBrandsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the brand name, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/brands';
};

export type ListBrandsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/brands';
};

export type CreateBrandErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateBrandError = CreateBrandErrors[keyof CreateBrandErrors];

export type CreateBrandResponses = {
    /**
     * The stored brand.
     */
    201: Brand & DryRunnable;
};

export type CreateBrandResponse = CreateBrandResponses[keyof CreateBrandResponses];

export type GetBrandData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/brands/{id}';
};

export type UpdateBrandErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateBrandError = UpdateBrandErrors[keyof UpdateBrandErrors];

export type UpdateBrandResponses = {
    /**
     * The stored brand.
     */
    200: Brand & DryRunnable;
};

export type UpdateBrandResponse = UpdateBrandResponses[keyof UpdateBrandResponses];

export type ListMenusData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the menu name, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * 1 for delivery menus only, 0 for others only, 2 (or omitted) for any.
         */
        delivery?: ChannelFilter;
        /**
         * 1 for takeaway menus only, 0 for others only, 2 (or omitted) for any.
         */
        takeaway?: ChannelFilter;
        /**
         * 1 for online-order menus only, 0 for others only, 2 (or omitted) for any.
         */
        online?: ChannelFilter;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/menus';
};

export type ListMenusErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/menus/create-with-items';
};

export type CreateMenuWithItemsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateMenuWithItemsError = CreateMenuWithItemsErrors[keyof CreateMenuWithItemsErrors];

export type CreateMenuWithItemsResponses = {
    /**
     * The stored menu.
     */
    201: MenuFull & DryRunnable;
};

export type CreateMenuWithItemsResponse = CreateMenuWithItemsResponses[keyof CreateMenuWithItemsResponses];

export type GetMenuFullData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/menus/{id}/update-with-items';
};

export type UpdateMenuWithItemsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateMenuWithItemsError = UpdateMenuWithItemsErrors[keyof UpdateMenuWithItemsErrors];

export type UpdateMenuWithItemsResponses = {
    /**
     * The stored menu.
     */
    200: MenuFull & DryRunnable;
};

export type UpdateMenuWithItemsResponse = UpdateMenuWithItemsResponses[keyof UpdateMenuWithItemsResponses];

export type ListModifiersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the name of the group, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Free text; only groups offered with an item whose name contains every word, ignoring case.
         */
        itemSearch?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/modifiers';
};

export type ListModifiersErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: {
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/modifiers';
};

export type CreateModifierErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateModifierError = CreateModifierErrors[keyof CreateModifierErrors];

export type CreateModifierResponses = {
    /**
     * The stored group.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/modifiers/{id}';
};

export type UpdateModifierErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateModifierError = UpdateModifierErrors[keyof UpdateModifierErrors];

export type UpdateModifierResponses = {
    /**
     * The stored group.
     */
    200: ModifierGroupFull & DryRunnable;
};

export type UpdateModifierResponse = UpdateModifierResponses[keyof UpdateModifierResponses];

export type GetModifierFullData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for voided ones only. If omitted, `includeVoided` decides.
         */
        status?: RowStatus;
        /**
         * `true` (or `1`) includes voided records, `false` (or `0`) leaves them out; case-insensitive.
         */
        includeVoided?: boolean;
        /**
         * `false` (or `0`) leaves the `lines` out of each record, `true` (or `1`) includes them; case-insensitive. An order may have a thousand lines: read them with the record itself.
         */
        includeLines?: boolean;
        /**
         * Only records of this date or later; a date and time counts as its date at the record's store.
         */
        fromDate?: DateBound;
        /**
         * Only records of this date or earlier; a date and time counts as its date at the record's store. Not before `fromDate`: two dates, and two dates with times, are compared as they are, and a date with a date and time only as far as they are in the same order in every time zone.
         */
        toDate?: DateBound;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'orderDate' | 'orderNo' | 'total';
        /**
         * Free text, matched in the order number, the invoice, the supplier's name and the narration, ignoring case; every word must occur.
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
         * The array form of `storeId`; both are combined into one list.
         */
        storeIds?: Array<string>;
        /**
         * 0 for drafts only, 1 for partially received only, 2 for received only.
         */
        purchStatus?: PurchStatus;
        /**
         * Order numbers, comma-separated or as a repeated parameter; orders with any of them.
         */
        orderNos?: Array<OrderNo>;
        /**
         * Only orders from this integration source, by its exact name.
         */
        provider?: string;
        /**
         * `true` (or `1`), case-insensitive, returns the supplier transactions view: purchases and purchase returns in one list ordered by `date`, each row with its `Type`. It accepts `supplierId`, `storeId`, `storeIds`, `fromDate`, `toDate`, `search`, `status`, `includeVoided`, `includeLines`, `ids`, `externalId`, `updatedFrom` and `updatedTo`. It rejects `purchStatus`, `orderNos`, `provider` and any `sort` other than entryDate or orderDate, both of which sort by `date`.
         */
        transactions?: boolean;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/purchase-orders';
};

export type ListPurchaseOrdersErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListPurchaseOrdersError = ListPurchaseOrdersErrors[keyof ListPurchaseOrdersErrors];

export type ListPurchaseOrdersResponses = {
    /**
     * One page of purchase orders or supplier transactions.
     */
    200: PurchaseOrderList | PurchaseOrderSummaryList;
};

export type ListPurchaseOrdersResponse = ListPurchaseOrdersResponses[keyof ListPurchaseOrdersResponses];

export type CreatePurchaseOrderData = {
    /**
     * The new purchase order.
     */
    body: PurchaseOrderCreate;
    headers?: {
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) creates the order and receives everything in one call, `false` (or `0`) leaves it a draft; case-insensitive.
         */
        receive: boolean;
        /**
         * When the goods arrived, on the order's date at its store or later and not in the future; now if omitted. Only with `receive=true`.
         */
        receivedAt?: Instant;
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders';
};

export type CreatePurchaseOrderErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreatePurchaseOrderError = CreatePurchaseOrderErrors[keyof CreatePurchaseOrderErrors];

export type CreatePurchaseOrderResponses = {
    /**
     * The stored purchase order.
     */
    201: PurchaseOrder & DryRunnable;
};

export type CreatePurchaseOrderResponse = CreatePurchaseOrderResponses[keyof CreatePurchaseOrderResponses];

export type GetPurchaseOrderData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders/{id}';
};

export type UpdatePurchaseOrderErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdatePurchaseOrderError = UpdatePurchaseOrderErrors[keyof UpdatePurchaseOrderErrors];

export type UpdatePurchaseOrderResponses = {
    /**
     * The stored purchase order.
     */
    200: PurchaseOrder & DryRunnable;
};

export type UpdatePurchaseOrderResponse = UpdatePurchaseOrderResponses[keyof UpdatePurchaseOrderResponses];

export type ReceivePurchaseOrderData = {
    /**
     * The received quantities.
     */
    body: PurchaseOrderReceipt;
    headers?: {
        /**
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/purchase-orders/{id}/receive';
};

export type ReceivePurchaseOrderErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ReceivePurchaseOrderError = ReceivePurchaseOrderErrors[keyof ReceivePurchaseOrderErrors];

export type ReceivePurchaseOrderResponses = {
    /**
     * The stored purchase order.
     */
    200: PurchaseOrder & DryRunnable;
};

export type ReceivePurchaseOrderResponse = ReceivePurchaseOrderResponses[keyof ReceivePurchaseOrderResponses];

export type ListStockTransfersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for voided ones only. If omitted, `includeVoided` decides.
         */
        status?: RowStatus;
        /**
         * `true` (or `1`) includes voided records, `false` (or `0`) leaves them out; case-insensitive.
         */
        includeVoided?: boolean;
        /**
         * `false` (or `0`) leaves the `lines` out of each record, `true` (or `1`) includes them; case-insensitive. An order may have a thousand lines: read them with the record itself.
         */
        includeLines?: boolean;
        /**
         * Only records of this date or later; a date and time counts as its date at the record's store.
         */
        fromDate?: DateBound;
        /**
         * Only records of this date or earlier; a date and time counts as its date at the record's store. Not before `fromDate`: two dates, and two dates with times, are compared as they are, and a date with a date and time only as far as they are in the same order in every time zone.
         */
        toDate?: DateBound;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'date' | 'transferNo';
        /**
         * Free text, matched in the transfer number, the narration and the names of both stores, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Store ids, comma-separated or as a repeated parameter; transfers out of any of them.
         */
        fromStoreId?: Array<string>;
        /**
         * Store ids, comma-separated or as a repeated parameter; transfers into any of them.
         */
        toStoreId?: Array<string>;
        /**
         * 0 draft, 1 partial, 2 done.
         */
        transferStatus?: TransferStatus;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/stock-transfers';
};

export type ListStockTransfersErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListStockTransfersError = ListStockTransfersErrors[keyof ListStockTransfersErrors];

export type ListStockTransfersResponses = {
    /**
     * One page of stock transfers.
     */
    200: StockTransferList | StockTransferSummaryList;
};

export type ListStockTransfersResponse = ListStockTransfersResponses[keyof ListStockTransfersResponses];

export type CreateStockTransferData = {
    /**
     * The new transfer.
     */
    body: StockTransferCreate;
    headers?: {
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) creates the transfer and receives everything in one call, `false` (or `0`) leaves it a draft; case-insensitive.
         */
        receive: boolean;
        /**
         * When the goods arrived, on the transfer's date at `fromStoreId` or later and not in the future; now if omitted. Only with `receive=true`.
         */
        receivedAt?: Instant;
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers';
};

export type CreateStockTransferErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateStockTransferError = CreateStockTransferErrors[keyof CreateStockTransferErrors];

export type CreateStockTransferResponses = {
    /**
     * The stored transfer.
     */
    201: StockTransfer & DryRunnable;
};

export type CreateStockTransferResponse = CreateStockTransferResponses[keyof CreateStockTransferResponses];

export type GetStockTransferData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers/{id}';
};

export type UpdateStockTransferErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateStockTransferError = UpdateStockTransferErrors[keyof UpdateStockTransferErrors];

export type UpdateStockTransferResponses = {
    /**
     * The stored transfer.
     */
    200: StockTransfer & DryRunnable;
};

export type UpdateStockTransferResponse = UpdateStockTransferResponses[keyof UpdateStockTransferResponses];

export type ReceiveStockTransferData = {
    /**
     * The received quantities.
     */
    body: StockTransferReceipt;
    headers?: {
        /**
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/stock-transfers/{id}/receive';
};

export type ReceiveStockTransferErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ReceiveStockTransferError = ReceiveStockTransferErrors[keyof ReceiveStockTransferErrors];

export type ReceiveStockTransferResponses = {
    /**
     * The stored transfer.
     */
    200: StockTransfer & DryRunnable;
};

export type ReceiveStockTransferResponse = ReceiveStockTransferResponses[keyof ReceiveStockTransferResponses];

export type ListStockAdjustmentsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page; any value above 100 is treated as 100, as `pagination.limit` shows.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * Free text, matched in the adjustment number, the narration, the reason and the store's name, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Only adjustments of this date or later, YYYY-MM-DD.
         */
        fromDate?: BusinessDate;
        /**
         * Only adjustments of this date or earlier, YYYY-MM-DD. Not before `fromDate`.
         */
        toDate?: BusinessDate;
        /**
         * Store ids, comma-separated or as a repeated parameter; adjustments at any of them.
         */
        storeId?: Array<string>;
        /**
         * 0 count, 1 add, 2 remove.
         */
        type?: StockAdjustmentType;
        /**
         * 0 draft, 1 posted, 2 voided; all if omitted.
         */
        status?: StockAdjustmentStatus;
        /**
         * `false` (or `0`) leaves the `lines` out of each record, `true` (or `1`) includes them; case-insensitive. An order may have a thousand lines: read them with the record itself.
         */
        includeLines?: boolean;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/stock-adjustments';
};

export type ListStockAdjustmentsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListStockAdjustmentsError = ListStockAdjustmentsErrors[keyof ListStockAdjustmentsErrors];

export type ListStockAdjustmentsResponses = {
    /**
     * One page of stock adjustments.
     */
    200: StockAdjustmentList | StockAdjustmentSummaryList;
};

export type ListStockAdjustmentsResponse = ListStockAdjustmentsResponses[keyof ListStockAdjustmentsResponses];

export type CreateStockAdjustmentData = {
    /**
     * The new adjustment.
     */
    body: StockAdjustmentCreate;
    headers?: {
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query: {
        /**
         * `true` (or `1`) posts it, which changes the stock; `false` (or `0`) saves it without posting; case-insensitive.
         */
        post: boolean;
        /**
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/stock-adjustments';
};

export type CreateStockAdjustmentErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
     */
    409: Error;
    /**
     * The body is larger than 1 MiB.
     */
    413: Error;
    /**
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type CreateStockAdjustmentError = CreateStockAdjustmentErrors[keyof CreateStockAdjustmentErrors];

export type CreateStockAdjustmentResponses = {
    /**
     * The stored adjustment.
     */
    201: StockAdjustment & DryRunnable;
};

export type CreateStockAdjustmentResponse = CreateStockAdjustmentResponses[keyof CreateStockAdjustmentResponses];

export type GetStockAdjustmentData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of the record that this change is based on; the response is 412 if the record has changed since.
         */
        'If-Match'?: string;
        /**
         * ETags that the record must not have; the response is 412 if it has one of them, or exists in the case of `*`.
         */
        'If-None-Match'?: string;
        /**
         * A unique value of your choice. A repeat of the same request within 24 hours gets the first response (with `Idempotent-Replayed: true`) instead of being carried out twice. A rejected request may be repeated under its key.
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
         * `true` validates and runs the whole write, returns what it would have returned together with `dryRun`, and then rolls it back. Nothing is stored, not even an Idempotency-Key, which has no effect here. A later write gets other ids.
         */
        dryRun?: boolean;
    };
    url: '/stock-adjustments/{id}';
};

export type UpdateStockAdjustmentErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The write conflicts with stored data: partner.duplicate, with the id of the record that has the value as `recordId` in `details`; partner.state_conflict if the record's state does not allow it, with one entry of rule `allowedAction` in `details` for each action that is allowed; or partner.idempotency_in_progress while a request with the same Idempotency-Key is still running.
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
     * The body is not application/json in UTF-8, or it has a Content-Encoding, of which none is accepted (RFC 7694).
     */
    415: Error;
    /**
     * The body is well formed, but refers to a record that does not exist or, with the rule `stockable`, to an item that holds no stock (partner.reference_not_found); receives more than is outstanding (partner.over_receipt, with `lineId` and `outstanding`); or the Idempotency-Key was used for a different request (partner.idempotency_mismatch).
     */
    422: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type UpdateStockAdjustmentError = UpdateStockAdjustmentErrors[keyof UpdateStockAdjustmentErrors];

export type UpdateStockAdjustmentResponses = {
    /**
     * The stored adjustment.
     */
    200: StockAdjustment & DryRunnable;
};

export type UpdateStockAdjustmentResponse = UpdateStockAdjustmentResponses[keyof UpdateStockAdjustmentResponses];

export type ListStockMovementsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * Store ids, comma-separated or as a repeated parameter; movements at any of them.
         */
        storeId?: Array<Id>;
        /**
         * Only movements of this item and its variants.
         */
        itemId?: Id;
        /**
         * Only movements by documents of this kind.
         */
        documentKind?: DocumentKind;
        /**
         * Only the movements of this document.
         */
        documentId?: Id;
        /**
         * Only movements that happened at this instant or later.
         */
        from?: Instant;
        /**
         * Only movements that happened before this instant, which is not before `from`.
         */
        to?: Instant;
    };
    url: '/stock-movements';
};

export type ListStockMovementsErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListStockMovementsError = ListStockMovementsErrors[keyof ListStockMovementsErrors];

export type ListStockMovementsResponses = {
    /**
     * One page of movements.
     */
    200: StockMovementList;
};

export type ListStockMovementsResponse = ListStockMovementsResponses[keyof ListStockMovementsResponses];

export type ListStoresData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the store name or code, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/stores';
};

export type ListStoresErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
    };
    url: '/stores/{id}';
};

export type GetStoreErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'openedAt' | 'updatedAt';
        /**
         * Only orders from this channel.
         */
        channel?: Channel;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/stores/{id}/open-orders';
};

export type ListOpenOrdersErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
        /**
         * The first business day.
         */
        from: BusinessDay;
        /**
         * The last business day, inclusive; not before `from`, and at most 366 days in all.
         */
        to: BusinessDay;
        /**
         * Store ids, comma-separated or as a repeated parameter. All stores if omitted.
         */
        storeId?: Array<Id>;
    };
    url: '/reports/daily-sales';
};

export type GetDailySalesErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query: {
        /**
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
        /**
         * The first business day.
         */
        from: BusinessDay;
        /**
         * The last business day, inclusive; not before `from`, and at most 366 days in all.
         */
        to: BusinessDay;
        /**
         * Store ids, comma-separated or as a repeated parameter. All stores if omitted.
         */
        storeId?: Array<Id>;
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListSalesByItemError = ListSalesByItemErrors[keyof ListSalesByItemErrors];

export type ListSalesByItemResponses = {
    /**
     * One page of sales by item.
     */
    200: SalesByItemReport;
};

export type ListSalesByItemResponse = ListSalesByItemResponses[keyof ListSalesByItemResponses];

export type ListStockOnHandData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
        /**
         * Store ids, comma-separated or as a repeated parameter. All stores if omitted.
         */
        storeId?: Array<Id>;
        /**
         * Item ids, comma-separated or as a repeated parameter. All items if omitted.
         */
        itemId?: Array<Id>;
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
    };
    url: '/reports/stock-on-hand';
};

export type ListStockOnHandErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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

export type ListChangesData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * The company to act for. Required with an API key; with an access token it must match the token's company.
         */
        companyId?: Id;
        /**
         * The `nextCursor` of an earlier page. `resources` and `storeId` may be the same as for that page or select less. Only the present if omitted.
         */
        after?: string;
        /**
         * Only changes of these resources, comma-separated or as a repeated parameter. All if omitted. If the credential can read none of them, the request is 403 `partner.scope_denied`.
         */
        resources?: Array<ChangedResource>;
        /**
         * Only changes that concern one of these stores or all stores; store ids, comma-separated or as a repeated parameter. Without `after`, a store that the credential does not see is 404 `partner.not_found`.
         */
        storeId?: Array<Id>;
        /**
         * Changes per page; with `include=record` a page has at most 100, and fewer if the records are large.
         */
        limit?: number;
        /**
         * `record` adds to each change the record as it is now.
         */
        include?: 'record';
        /**
         * Seconds for which a request with `after` waits while there is nothing to list. It is answered as soon as there is a change, and with an empty page when the time is up or the server shuts down. Use a client timeout that is longer.
         */
        wait?: number;
    };
    url: '/changes';
};

export type ListChangesErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * Changes cannot be followed from this cursor. `details` has the reason as its `rule`: `expired` if changes after it have been deleted, `restored` if the merchant's data was restored to an earlier state, `view_grown` if the credential or the parameters now select more than before. Read the lists again and follow from the cursor of their first page.
     */
    410: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
     */
    503: Error;
};

export type ListChangesError = ListChangesErrors[keyof ListChangesErrors];

export type ListChangesResponses = {
    /**
     * One page of changes.
     */
    200: ChangeList;
};

export type ListChangesResponse = ListChangesResponses[keyof ListChangesResponses];

export type ListSuppliersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the supplier name or code, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/suppliers';
};

export type ListSuppliersErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
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
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The merchant has no such record. A record of another merchant returns the same response.
     */
    404: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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
    headers?: {
        /**
         * The ETag of an earlier read; the response is 304 without a body if nothing has changed since.
         */
        'If-None-Match'?: string;
    };
    path?: never;
    query?: {
        /**
         * Sort direction.
         */
        order?: 'asc' | 'desc';
        /**
         * Page number, starting at 1; a page beyond the last is empty. Cannot be combined with `cursor`, which reads a long list faster: the records before a page are passed over each time.
         */
        page?: number;
        /**
         * Rows per page.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page, with the same filters, sort and order. Every page costs the same, however deep in the list, and records added meanwhile cause neither repeats nor gaps.
         */
        cursor?: string;
        /**
         * 1 for active records only, 0 for inactive ones only; both if omitted.
         */
        status?: Status;
        /**
         * Field to sort by; ties are broken by id, so that paging is stable.
         */
        sort?: 'entryDate' | 'updatedAt' | 'name';
        /**
         * Free text, matched in the tax name, ignoring case; every word must occur.
         */
        search?: SearchText;
        /**
         * Ids of records, comma-separated or as a repeated parameter. An id without a record in the list selects nothing.
         */
        ids?: Array<Id>;
        /**
         * Only records with exactly this `externalId`. There may be several, since it is unique per app.
         */
        externalId?: ExternalId;
        /**
         * Only records whose `updatedAt` is this instant or later. Start a minute before the latest `updatedAt` that you have, because writes that overlap may become visible in another order. Stock is not part of an item's `updatedAt`.
         */
        updatedFrom?: Instant;
        /**
         * Only records whose `updatedAt` is before this instant, which is not before `updatedFrom`.
         */
        updatedTo?: Instant;
    };
    url: '/taxes';
};

export type ListTaxesErrors = {
    /**
     * The request fails validation; `details` lists each field and the rule it breaks.
     */
    400: Error;
    /**
     * The credential is missing, invalid, expired or revoked: partner.token_missing, partner.token_invalid, partner.token_expired or partner.api_key_invalid.
     */
    401: Error;
    /**
     * The credential is valid but does not allow this: partner.scope_denied, partner.env_mismatch, partner.ip_denied or partner.company_denied, which is also the response while the merchant is closed.
     */
    403: Error;
    /**
     * The app has exceeded its rate limit. Wait until X-RateLimit-Reset; an earlier retry fails too.
     */
    429: Error;
    /**
     * An internal error. Quote the correlation id to support.
     */
    500: Error;
    /**
     * The merchant's region is unavailable (partner.region_unavailable), the service is overloaded (partner.overloaded), or its database has run out of disk space (partner.storage_full). Try again after Retry-After. After a lost connection it may be unknown whether a write was stored; repeated with its Idempotency-Key, it is not carried out twice.
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

export type ReceiveChangesWebhookPayload = WebhookRequest;

export type ReceiveChangesWebhookRequest = {
    body: ReceiveChangesWebhookPayload;
    key: 'changes';
    path?: never;
    query?: never;
};
