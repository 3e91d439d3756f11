import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

interface SecuredOperation {
  readonly operationId?: string;
  readonly security?: readonly { readonly partnerToken?: readonly string[] }[];
}

export const OPERATION_SCOPES: ReadonlyMap<string, string> = new Map(
  Object.values<Record<string, unknown>>(document.paths)
    .flatMap((path) => Object.values(path) as SecuredOperation[])
    .flatMap(({ operationId, security }): [string, string][] => {
      const scope = security?.[0]?.partnerToken?.[0];
      return operationId !== undefined && scope !== undefined ? [[operationId, scope]] : [];
    }),
);
