import { StartError } from './process/start-error.ts';
import { choice, type Environment } from './setting-readers.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Tracing settings. OpenTelemetry's libraries read their other variables themselves. */
export interface TracingConfig {
  readonly sampler: (typeof SAMPLERS)[number];
  /** Share of traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
}

/** Reads OpenTelemetry's variables. Supports one protocol. */
export function tracingSettings(env: Environment): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && protocol !== 'http/json')
    throw new StartError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors take at port 4318.');
  const named = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const sampler = choice(...SAMPLERS)('OTEL_TRACES_SAMPLER', named);
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new StartError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { sampler, ratio };
}
