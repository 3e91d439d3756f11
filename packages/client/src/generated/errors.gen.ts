// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

export type ApiStatus = {
    'partner.validation_failed': 400;
    'partner.malformed_request': 400;
    'partner.malformed_json': 400;
    'partner.token_missing': 401;
    'partner.token_invalid': 401;
    'partner.token_expired': 401;
    'partner.api_key_invalid': 401;
    'partner.scope_denied': 403;
    'partner.env_mismatch': 403;
    'partner.ip_denied': 403;
    'partner.company_denied': 403;
    'partner.not_found': 404;
    'partner.route_not_found': 404;
    'partner.method_not_allowed': 405;
    'partner.request_timeout': 408;
    'partner.duplicate': 409;
    'partner.state_conflict': 409;
    'partner.idempotency_in_progress': 409;
    'partner.cursor_gone': 410;
    'partner.version_mismatch': 412;
    'partner.body_too_large': 413;
    'partner.unsupported_media_type': 415;
    'partner.expectation_failed': 417;
    'partner.reference_not_found': 422;
    'partner.over_receipt': 422;
    'partner.idempotency_mismatch': 422;
    'partner.rate_limited': 429;
    'partner.headers_too_large': 431;
    'partner.internal': 500;
    'partner.region_unavailable': 503;
    'partner.overloaded': 503;
    'partner.storage_full': 503;
};
