import type { HttpLogger } from '../surfaces/http/http-logger.ts';

/** Members that may hold a secret are never written. */
const secretMembers = ['token', 'authorization', 'password', 'secret', 'idempotency_key'];

/** Structured logs on standard error, one JSON object a line. FIXPOINT_LOG sets the level; `silent` turns them off. */
export async function createLogger(): Promise<HttpLogger> {
  const { default: pino } = await import('pino');
  const logger = pino(
    {
      level: process.env['FIXPOINT_LOG'] ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination(2),
  );
  return {
    info: (entry) => logger.info(entry),
    warn: (entry) => logger.warn(entry),
    error: (entry) => logger.error(entry),
  };
}
