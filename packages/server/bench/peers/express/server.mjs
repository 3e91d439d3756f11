// A products API as a team would write it with Express: the contract validates, jose verifies, Drizzle queries, pino logs.
import { createPublicKey } from 'node:crypto';
import express from 'express';
import { middleware as openApiValidator } from 'express-openapi-validator';
import { jwtVerify } from 'jose';
import { pinoHttp } from 'pino-http';
import { openProducts } from './products.mjs';

const { DATABASE_URL, PORT, PUBLIC_KEY } = process.env;
const key = createPublicKey(PUBLIC_KEY);
const products = openProducts(DATABASE_URL);

async function verifyToken(request, scopes) {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const { payload } = await jwtVerify(token, key, { audience: 'products', algorithms: ['RS256'] });
  request.company = payload.companyId;
  return scopes.every((scope) => payload.scopes.includes(scope));
}

const app = express();
app.disable('x-powered-by');
app.use(pinoHttp());
app.use(express.json());
app.use(
  openApiValidator({
    apiSpec: './openapi.yaml',
    validateRequests: true,
    validateSecurity: { handlers: { bearer: verifyToken } },
  }),
);

app.get('/v1/products/:id', async (request, response) => {
  const product = await products.find(request.company, request.params.id);
  if (product) response.json(product);
  else response.status(404).json({ error: { code: 'not_found', message: 'There is no such product.' } });
});

app.get('/v1/products', async (request, response) => {
  const { page, limit } = request.query;
  const { data, total } = await products.list(request.company, limit, (page - 1) * limit);
  response.json({ data, pagination: { page, limit, total, hasMore: page * limit < total } });
});

app.post('/v1/products', async (request, response) => {
  response.status(201).json(await products.create(request.company, request.body));
});

app.use((error, request, response, _next) => {
  const status = error.status ?? 500;
  if (status >= 500) request.log.error(error);
  const message = status < 500 ? error.message : 'Something went wrong.';
  response
    .status(status)
    .json({ error: { code: status < 500 ? 'invalid_request' : 'internal', message, details: error.errors } });
});

app.listen(Number(PORT), '127.0.0.1');
