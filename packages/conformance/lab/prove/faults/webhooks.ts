import { LANE_LIMITS } from '@tillgate/server/webhooks/lanes.ts';
import { newWebhookSecret } from '@tillgate/server/webhooks/signature.ts';
import { type Faults, sharing } from '../fault.ts';
import { ACCEPTED, contentOf, post, requesting, seeing, sending } from '../how/deliveries.ts';
import { intercept } from '../intercept.ts';

/** Webhooks that are lost, doubled, signed wrongly, or sent to whom they are not for. */

const webhook = sharing({ where: 'deliverer' });

/** A fault of statements by which webhooks are sent. */
const stated = (breaks: string, text: string, statement: string | readonly string[], from: string, to: string) =>
  webhook(breaks, text, { where: { host: 'deliverer', statement }, how: { from, to } });

const REACHED = ['webhooks.endpoints-of', 'webhooks.merchants-of', 'webhooks.target'];

export const WEBHOOK_FAULTS: Faults = {
  'webhook.secret-other': webhook('webhooks.signature', 'requests are signed with another secret', {
    how: requesting((request) => ({ ...request, secrets: [newWebhookSecret()] })),
  }),
  'webhook.body-unsigned': webhook('webhooks.signature', 'another body is signed than is sent', {
    how: sending((_, mark, { clock }) => (request) => {
      mark();
      return post(request, clock(), { body: JSON.stringify(JSON.parse(request.body), null, 1) });
    }),
  }),
  'webhook.timestamp-first': webhook(
    'webhooks.signature',
    'a repeated request has the timestamp of the first attempt',
    {
      by: ['webhooks.time.retries'],
      how: sending((sound, mark, { clock }) => {
        const firsts = new Map<string, number>();
        return (request) => {
          const at = firsts.get(request.id);
          firsts.set(request.id, at ?? clock());
          if (at === undefined) return sound(request);
          mark();
          return post(request, clock(), { at });
        };
      }),
    },
  ),
  'webhook.secret-former-dropped': webhook('webhooks.secret_overlap', 'after a rotation only the new secret signs', {
    how: requesting((request) =>
      request.secrets.length > 1 ? { ...request, secrets: request.secrets.slice(0, 1) } : request,
    ),
  }),
  'webhook.secret-former-kept': stated(
    'webhooks.secret_overlap',
    'a replaced secret signs forever',
    'webhooks.target',
    's.expires_at > $1',
    's.expires_at > $1 - interval $$10 years$$',
  ),
  'webhook.page-lost': webhook('webhooks.changes', 'the second request with changes is not sent', {
    how: sending((sound, mark) => {
      let count = 0;
      return async (request) => {
        if (!contentOf(request) || ++count !== 2) return sound(request);
        mark();
        return ACCEPTED;
      };
    }),
  }),
  'webhook.page-doubled': webhook('webhooks.retries', 'an accepted request is sent once more with another id', {
    how: sending((sound, mark) => async (request) => {
      const attempt = await sound(request);
      if (attempt.failure || !contentOf(request)) return attempt;
      mark();
      return sound({ ...request, id: `${request.id}2` });
    }),
  }),
  'webhook.id-new': webhook('webhooks.retries', 'each attempt has another id', {
    how: sending((sound, mark) => {
      let count = 0;
      return (request) => {
        mark();
        return sound({ ...request, id: `${request.id}${++count}` });
      };
    }),
  }),
  'webhook.page-grows': stated(
    'webhooks.retries',
    'a repeated request has the changes that were made meanwhile',
    'webhooks.read',
    'page_position as "pagePosition"',
    '(select max(position) from region_uk.changes c where c.company_id = $1) as "pagePosition"',
  ),
  'webhook.page-reversed': webhook('webhooks.order', 'the latest change of a request comes first', {
    how: requesting((request) => {
      const content = contentOf(request);
      if (!content || content.data.length < 2) return request;
      return { ...request, body: JSON.stringify({ ...content, data: content.data.toReversed() }) };
    }),
  }),
  'webhook.unawaited': webhook('webhooks.order', 'the next request does not wait until the one before is accepted', {
    how: sending((sound, mark) => async (request) => {
      if (!contentOf(request)) return sound(request);
      mark();
      void sound(request).catch(() => {});
      return ACCEPTED;
    }),
  }),
  'webhook.failure-accepted': stated(
    'webhooks.retries',
    'a failed attempt moves the cursor',
    'webhooks.fail',
    'set failures = $4',
    'set position = page_position, mark = page_mark, entries = page_entries, page_id = null, failures = $4',
  ),
  'webhook.page-long': webhook('webhooks.changes', 'a request has more than 100 changes', {
    how: sending((sound, mark) => {
      const held = new Map<number, { readonly data: object[]; readonly after: string }>();
      return async (request) => {
        const content = contentOf(request);
        if (!content) return sound(request);
        const { data, after } = held.get(content.merchantId) ?? { data: [], after: content.after };
        const whole = { ...content, after, data: [...data, ...content.data] };
        if (content.hasMore) {
          mark();
          held.set(content.merchantId, whole);
          return ACCEPTED;
        }
        held.delete(content.merchantId);
        return sound({ ...request, body: JSON.stringify(whole) });
      };
    }),
  }),
  'webhook.more-of-first': webhook('webhooks.has_more', 'a repeated request says what followed its first attempt', {
    how: sending((sound, mark) => {
      const firsts = new Map<string, boolean>();
      return (request) => {
        const content = contentOf(request);
        if (!content) return sound(request);
        const hasMore = firsts.get(request.id) ?? content.hasMore;
        firsts.set(request.id, hasMore);
        if (hasMore !== content.hasMore) mark();
        return sound({ ...request, body: JSON.stringify({ ...content, hasMore }) });
      };
    }),
  }),
  'webhook.of-other-merchant': stated(
    'webhooks.merchants',
    'a request has the changes of every merchant',
    'changes.read',
    'where c.company_id = $1',
    'where $$1::bigint is not null',
  ),
  'webhook.of-other-organization': stated(
    'webhooks.merchants',
    'an endpoint of the sandbox receives the changes of every sandbox',
    REACHED,
    'm.organization_id = a.organization_id',
    'm.organization_id is not null',
  ),
  'webhook.beyond-scope': webhook('webhooks.changes', 'a request has changes that the app cannot read', {
    where: { host: 'deliverer', statement: 'changes.read' },
    how: [
      { from: "(e.entry->>'r')::integer & $5::integer <> 0", to: '$$5::integer is not null' },
      { from: 'and c.kinds & $5::integer <> 0', to: '' },
    ],
  }),
  'webhook.resources-ignored': stated(
    'webhooks.changes',
    'an endpoint receives the changes of all resources that the app reads',
    REACHED,
    'to_json(e.resources) as resources',
    'null as resources',
  ),
  'webhook.cursors-ahead': webhook('webhooks.cursors', 'the cursors of a request are one change ahead', {
    how: {
      delivery: (parts, mark) => ({
        ...parts,
        async cursorsOf(region) {
          const cursors = await parts.cursorsOf(region);
          return (
            cursors &&
            intercept(cursors, {
              encode(...[companyId, end, view]: Parameters<typeof cursors.encode>) {
                mark();
                return cursors.encode(companyId, { ...end, position: end.position + 1 }, view);
              },
            })
          );
        },
      }),
    },
  }),
  'webhook.gone-repeated': webhook('webhooks.gone', 'status 410 is a failure like any other', {
    how: seeing((attempt) => (attempt.status === 410 ? { ...attempt, status: 500 } : attempt)),
  }),
  'webhook.redirect-followed': webhook('webhooks.redirects', 'a redirect is followed', {
    how: sending((_, mark, { clock }) => (request) => {
      mark();
      return post(request, clock(), { follows: true });
    }),
  }),
  'webhook.redirect-accepted': webhook('webhooks.redirects', 'a redirect counts as accepted', {
    how: seeing((attempt) => ((attempt.status ?? 0) >= 300 && (attempt.status ?? 0) < 400 ? ACCEPTED : attempt)),
  }),
  'webhook.never-given-up': stated(
    'webhooks.given_up',
    'an endpoint that fails is never disabled',
    'webhooks.fail',
    'failing_since = $5::timestamptz',
    'failing_since = greatest($$5, $$6::timestamptz)',
  ),
  'webhook.enabled-at-present': stated(
    'webhooks.enabled',
    'an endpoint that is enabled again continues from the present',
    'webhooks.park',
    'set due_at = null',
    `set page_id = null, (position, mark) = (select position, mark from region_uk.changes c where c.company_id = $1
       order by position desc limit 1), due_at = null`,
  ),
  'webhook.disconnected': stated(
    'webhooks.disconnect',
    'an app that was disconnected still receives changes',
    REACHED,
    'f.revoked_at is null and',
    '',
  ),
  'webhook.connected-from-start': stated(
    'webhooks.connect',
    'the changes of a merchant that connects begin with the first one',
    'webhooks.start',
    'at < $5',
    "at < $$5::timestamptz - interval '1 year'",
  ),
  'webhook.grown-unnoticed': stated(
    'webhooks.resync',
    'an endpoint that is given more resources is not told to read everything',
    'webhooks.read',
    'entries, resources,',
    'entries, 2147483647 as resources,',
  ),
  'webhook.resent-repeated': stated(
    'webhooks.resend',
    'a request that was accepted when it was sent again is repeated',
    'webhooks.accept-resent',
    'page_id = $3 and',
    'page_id = $$3 and page_id is null and',
  ),
  'webhook.test-without-type': webhook('webhooks.test', 'a test has another type', {
    how: requesting((request) =>
      contentOf(request) ? request : { ...request, body: request.body.replace('"type":"test"', '"type":"ping"') },
    ),
  }),
  'webhook.one-delays-all': webhook('webhooks.isolation', 'an endpoint that does not respond delays all others', {
    how: {
      delivery(parts, mark) {
        mark();
        return { ...parts, limits: { ...LANE_LIMITS, all: 1 } };
      },
    },
  }),
  'webhook.many-at-once': webhook('webhooks.isolation', 'an endpoint has any number of requests at once', {
    how: {
      delivery(parts, mark) {
        mark();
        return { ...parts, limits: { all: 64, troubled: 64, each: 64 } };
      },
    },
  }),
  'web.webhooks-uncounted': webhook('webhooks.count', 'an app has any number of endpoints', {
    where: 'web',
    how: {
      from: 'control.webhook_endpoints where app_id = $1 and env = $2',
      to: 'control.webhook_endpoints where app_id = $$1 and env = $$2 and false',
    },
  }),
  'web.webhook-url-mended': webhook('webhooks.url', 'an endpoint without https is added with https', {
    where: 'web',
    how: {
      request(passing) {
        passing.requestBody = passing.requestBody.replace('url=http%3A%2F%2Fshop', 'url=https%3A%2F%2Fshop');
      },
    },
  }),
  'web.webhook-disabled-never': webhook('webhooks.disabled', 'a disabled endpoint still receives changes', {
    where: 'web',
    how: {
      from: 'set disabled_at = $2, disabled_because = $3',
      to: 'set disabled_at = nullif($$2::timestamptz, $$2), disabled_because = nullif($$3::text, $$3)',
    },
  }),
  'web.webhook-secrets-unbounded': webhook('webhooks.most_secrets', 'an endpoint has any number of secrets', {
    where: 'web',
    how: { from: 'control.webhook_secrets where endpoint_id = $1 and', to: '$& false and' },
  }),
};
