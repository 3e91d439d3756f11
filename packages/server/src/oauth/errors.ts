import type { Logger } from 'pino';
import type { OAuthError as OAuthProblem } from '../contract/generated/types.gen.ts';
import { type FieldError, PartnerError, repeatable } from '../errors.ts';
import { ACCEPTED_ENCODINGS, BodyError } from '../pipeline/body.ts';
import type { RouteContext, Stage } from '../pipeline/context.ts';
import { helpLink, toPartnerError } from '../pipeline/shape-errors.ts';
import { LANGUAGES } from './metadata.ts';

type OAuthCode = OAuthProblem['code'];

/** All codes of the token and revocation endpoints, with `error` (RFC 6749 §5.2) and status. */
const OAUTH_CODES = {
  'developer.invalid_client': ['invalid_client', 401],
  'oauth.invalid_request': ['invalid_request', 400],
  'oauth.unsupported_grant_type': ['unsupported_grant_type', 400],
  'oauth.code_invalid': ['invalid_grant', 400],
  'oauth.code_expired': ['invalid_grant', 400],
  'oauth.redirect_uri_mismatch': ['invalid_grant', 400],
  'oauth.pkce_failed': ['invalid_grant', 400],
  'oauth.refresh_invalid': ['invalid_grant', 400],
  'oauth.refresh_expired': ['invalid_grant', 400],
  'oauth.refresh_reused': ['invalid_grant', 400],
  'oauth.grant_revoked': ['invalid_grant', 400],
  // Not invalid_grant, which would make the app end the connection, and not 5xx, which would count
  // as a failure of the service.
  'oauth.merchant_closed': ['temporarily_unavailable', 400],
  'developer.use_oauth': ['unauthorized_client', 400],
  'developer.use_api_key': ['unauthorized_client', 400],
  'developer.merchant_required': ['invalid_request', 400],
  'developer.app_archived': ['unauthorized_client', 400],
  'developer.grant_missing': ['unauthorized_client', 400],
  'developer.env_mismatch': ['unauthorized_client', 400],
  'oauth.method_not_allowed': ['invalid_request', 405],
  'oauth.body_too_large': ['invalid_request', 413],
  'oauth.unsupported_media_type': ['invalid_request', 415],
  'partner.rate_limited': ['temporarily_unavailable', 429],
  'developer.rate_limited': ['temporarily_unavailable', 429],
  'oauth.internal': ['server_error', 500],
  'oauth.overloaded': ['temporarily_unavailable', 503],
} as const satisfies Record<OAuthCode, readonly [error: OAuthProblem['error'], status: number]>;

/** A rejection by the token or revocation endpoint. `field` names the field at fault, if any. */
export class OAuthError extends Error {
  readonly code: OAuthCode;
  readonly error: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: OAuthCode, options: { field?: string; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'OAuthError';
    this.code = code;
    [this.error, this.status] = OAUTH_CODES[code];
    this.field = options.field;
    this.headers = options.headers ?? {};
  }
}

export const invalidRequest = (field?: string) => new OAuthError('oauth.invalid_request', field ? { field } : {});

type Language = (typeof LANGUAGES)[number];

/** Descriptions of the codes, meant for people; their wording may change (oauth.localised). */
const DESCRIPTIONS: Readonly<Record<Language, Readonly<Record<OAuthCode, string>>>> = {
  en: {
    'developer.invalid_client': 'Client authentication failed.',
    'oauth.invalid_request': 'The request is malformed or a required field is missing.',
    'oauth.unsupported_grant_type': 'grant_type must be authorization_code, refresh_token or client_credentials.',
    'oauth.code_invalid': 'The authorization code is invalid or has already been used.',
    'oauth.code_expired': 'The authorization code has expired after 5 minutes.',
    'oauth.redirect_uri_mismatch': 'redirect_uri does not match the one the code was issued for.',
    'oauth.pkce_failed': 'code_verifier is missing or does not match code_challenge.',
    'oauth.refresh_invalid': 'The refresh token is invalid.',
    'oauth.refresh_expired':
      'The refresh token has expired after 100 days without use. Ask the merchant to connect again.',
    'oauth.refresh_reused': 'The refresh token had already been replaced. The connection has been revoked for safety.',
    'oauth.grant_revoked': 'The connection has been revoked. Ask the merchant to connect again.',
    'oauth.merchant_closed': 'The merchant is closed at present. Keep the tokens and try again later.',
    'developer.use_oauth': 'Use the OAuth authorization code flow in production.',
    'developer.use_api_key': 'Use an API key in production.',
    'developer.merchant_required': 'merchant_id is required: the organization has several sandbox merchants.',
    'developer.app_archived': 'The app is archived.',
    'developer.grant_missing': 'No active grant links the app to this merchant.',
    'developer.env_mismatch': 'A sandbox credential cannot be used for a live merchant.',
    'oauth.method_not_allowed': 'Use POST.',
    'oauth.body_too_large': 'The body is larger than 16 kB.',
    'oauth.unsupported_media_type':
      'Encoded bodies are not accepted. Send the body as it is, without Content-Encoding.',
    'partner.rate_limited': 'Too many requests. Try again when the current minute is over.',
    'developer.rate_limited':
      'Too many token requests from this source address. Try again when the current minute is over.',
    'oauth.internal': 'An internal error occurred.',
    'oauth.overloaded': 'The service is temporarily unavailable.',
  },
  ar: {
    'developer.invalid_client': 'فشلت مصادقة التطبيق.',
    'oauth.invalid_request': 'الطلب غير صحيح أو ينقصه حقل مطلوب.',
    'oauth.unsupported_grant_type':
      'يجب أن تكون قيمة grant_type إحدى القيم: authorization_code أو refresh_token أو client_credentials.',
    'oauth.code_invalid': 'رمز التفويض غير معروف أو سبق استخدامه.',
    'oauth.code_expired': 'مضى على رمز التفويض أكثر من 5 دقائق.',
    'oauth.redirect_uri_mismatch': 'قيمة redirect_uri ليست التي أُصدر الرمز لها.',
    'oauth.pkce_failed': 'قيمة code_verifier مفقودة أو لا تطابق التحدي.',
    'oauth.refresh_invalid': 'رمز التحديث غير معروف.',
    'oauth.refresh_expired': 'لم يُستخدم رمز التحديث منذ 100 يوم. اطلب من التاجر الربط من جديد.',
    'oauth.refresh_reused': 'سبق استبدال رمز التحديث، وقد أُنهي الربط حفاظًا على الأمان.',
    'oauth.grant_revoked': 'انتهى الربط. اطلب من التاجر الربط من جديد.',
    'oauth.merchant_closed': 'التاجر مغلق حاليًا؛ احتفظ بالرموز وحاول مرة أخرى لاحقًا.',
    'developer.use_oauth': 'استخدم مسار رمز التفويض في OAuth في بيئة الإنتاج.',
    'developer.use_api_key': 'استخدم مفتاح API في بيئة الإنتاج.',
    'developer.merchant_required': 'الحقل merchant_id مطلوب: لدى المؤسسة أكثر من تاجر تجريبي.',
    'developer.app_archived': 'التطبيق مؤرشف.',
    'developer.grant_missing': 'لا يوجد إذن ساري يربط التطبيق بهذا التاجر.',
    'developer.env_mismatch': 'لا يمكن استخدام بيانات اعتماد تجريبية مع تاجر فعلي.',
    'oauth.method_not_allowed': 'استخدم POST.',
    'oauth.body_too_large': 'حجم الطلب أكبر من 16 كيلوبايت.',
    'oauth.unsupported_media_type': 'الطلبات المضغوطة غير مقبولة. أرسل المحتوى كما هو دون Content-Encoding.',
    'partner.rate_limited': 'عدد الطلبات كبير جدًا؛ انتظر حتى تنقضي الدقيقة.',
    'developer.rate_limited': 'طُلب عدد كبير جدًا من الرموز التجريبية من هذا العنوان؛ انتظر حتى تنقضي الدقيقة.',
    'oauth.internal': 'حدث خطأ من جانبنا.',
    'oauth.overloaded': 'تعذّر على الخدمة الرد في الوقت الحالي.',
  },
  hi: {
    'developer.invalid_client': 'क्लाइंट का प्रमाणीकरण विफल रहा।',
    'oauth.invalid_request': 'अनुरोध सही रूप में नहीं है, या कोई ज़रूरी फ़ील्ड नहीं है।',
    'oauth.unsupported_grant_type':
      'grant_type का मान authorization_code, refresh_token या client_credentials होना चाहिए।',
    'oauth.code_invalid': 'ऑथराइज़ेशन कोड अज्ञात है या इस्तेमाल हो चुका है।',
    'oauth.code_expired': 'ऑथराइज़ेशन कोड 5 मिनट से ज़्यादा पुराना है।',
    'oauth.redirect_uri_mismatch': 'redirect_uri वह नहीं है जिसके लिए कोड जारी हुआ था।',
    'oauth.pkce_failed': 'code_verifier नहीं है या चैलेंज से मेल नहीं खाता।',
    'oauth.refresh_invalid': 'रिफ़्रेश टोकन अज्ञात है।',
    'oauth.refresh_expired': 'रिफ़्रेश टोकन 100 दिनों से इस्तेमाल नहीं हुआ। व्यापारी से दोबारा कनेक्ट करने को कहें।',
    'oauth.refresh_reused': 'रिफ़्रेश टोकन पहले ही बदला जा चुका था; सुरक्षा के लिए कनेक्शन समाप्त कर दिया गया है।',
    'oauth.grant_revoked': 'कनेक्शन समाप्त हो चुका है। व्यापारी से दोबारा कनेक्ट करने को कहें।',
    'oauth.merchant_closed': 'व्यापारी फ़िलहाल बंद है। टोकन सुरक्षित रखें और बाद में दोबारा कोशिश करें।',
    'developer.use_oauth': 'प्रोडक्शन में OAuth ऑथराइज़ेशन कोड फ़्लो का इस्तेमाल करें।',
    'developer.use_api_key': 'प्रोडक्शन में API कुंजी का इस्तेमाल करें।',
    'developer.merchant_required': 'merchant_id ज़रूरी है: संगठन के कई सैंडबॉक्स व्यापारी हैं।',
    'developer.app_archived': 'ऐप संग्रहीत कर दिया गया है।',
    'developer.grant_missing': 'इस व्यापारी के लिए ऐप के पास कोई सक्रिय अनुमति नहीं है।',
    'developer.env_mismatch': 'सैंडबॉक्स क्रेडेंशियल का इस्तेमाल लाइव व्यापारी पर नहीं हो सकता।',
    'oauth.method_not_allowed': 'POST का इस्तेमाल करें।',
    'oauth.body_too_large': 'अनुरोध 16 kB से बड़ा है।',
    'oauth.unsupported_media_type': 'संपीड़ित अनुरोध स्वीकार नहीं किए जाते। Content-Encoding के बिना भेजें।',
    'partner.rate_limited': 'बहुत ज़्यादा अनुरोध; मिनट पूरा होने तक प्रतीक्षा करें।',
    'developer.rate_limited': 'इस पते से बहुत ज़्यादा सैंडबॉक्स टोकन माँगे गए; मिनट पूरा होने तक प्रतीक्षा करें।',
    'oauth.internal': 'हमारी ओर से कोई गड़बड़ी हुई।',
    'oauth.overloaded': 'सेवा अभी उत्तर नहीं दे सकती।',
  },
};

/** Shapes `{ error, error_description, code }` (errors.oauth_envelope; RFC 6749 §5.2). */
export function shapeOAuthErrors(log: Logger): Stage {
  return async function shapeErrorsOfOAuth(ctx, next) {
    // RFC 6749 §5.1.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Pragma', 'no-cache');
    try {
      await next();
    } catch (error) {
      const refusal = toOAuthError(error);
      if (refusal.status >= 500) {
        log.error({ err: refusal.cause ?? error, correlationId: ctx.state.correlationId }, 'failed');
      }
      send(ctx, refusal);
    }
  };
}

function send(ctx: RouteContext, refusal: OAuthError): void {
  const language = (ctx.acceptsLanguages(...LANGUAGES) || 'en') as Language;
  const description = DESCRIPTIONS[language][refusal.code];
  ctx.state.refusal = { code: refusal.code, details: detailsOf(refusal) };
  ctx.status = refusal.status;
  ctx.set(refusal.headers);
  ctx.set('Content-Language', language);
  ctx.append('Link', helpLink(refusal.code));
  ctx.vary('Accept-Language');
  ctx.body = {
    error: refusal.error,
    error_description: refusal.field ? `${description} (${repeatable(refusal.field, 256)})` : description,
    code: refusal.code,
  };
}

const detailsOf = ({ field }: OAuthError): FieldError[] =>
  field === undefined ? [] : [{ in: 'body', path: `/${field}`, rule: 'invalid', message: 'is missing or malformed' }];

function bodyRefusal({ problem }: BodyError): OAuthError {
  if (problem === 'too-large') return new OAuthError('oauth.body_too_large');
  if (problem === 'encoded') return new OAuthError('oauth.unsupported_media_type', { headers: ACCEPTED_ENCODINGS });
  return invalidRequest();
}

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof BodyError) return bodyRefusal(error);
  const partner = toPartnerError(error);
  if (!(partner instanceof PartnerError)) return new OAuthError('oauth.internal', { cause: error });
  const { headers, details, cause } = partner;
  switch (partner.status) {
    case 400:
      return invalidRequest(details?.[0]?.path);
    case 429:
      return new OAuthError('partner.rate_limited', { headers });
    case 503:
      return new OAuthError('oauth.overloaded', { headers, cause });
    default:
      return new OAuthError('oauth.internal', { cause: error });
  }
}
