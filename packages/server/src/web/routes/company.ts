import { membershipsOf } from '../../directory/users.ts';
import { queryOf, type WebContext } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Company } from '../pages/company-switch.ts';
import { WebProblem } from '../problems.ts';
import { sessionOf } from '../sessions/load-session.ts';

/** The company that a page of the back office is about; another's is a page that does not exist. */
export async function companyOf(ctx: WebContext, { control }: WebDependencies): Promise<Company> {
  const companies = await membershipsOf(control.pool, sessionOf(ctx).user.id);
  if (companies.length === 0) throw new WebProblem('noCompany');
  const named = queryOf(ctx).get('company');
  const first = companies.find(({ role }) => role === 'owner') ?? companies[0];
  const company = named === null ? first : companies.find(({ merchant }) => String(merchant.companyId) === named);
  if (!company) throw new WebProblem('notFound');
  return { ...company, companies };
}

export async function ownCompanyOf(ctx: WebContext, deps: WebDependencies): Promise<Company> {
  const company = await companyOf(ctx, deps);
  if (company.role !== 'owner') throw new WebProblem('ownersOnly');
  return company;
}

/** A record's number in a path or a query; what cannot be one names nothing. */
export const recordId = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
