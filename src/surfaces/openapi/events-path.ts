/** Live events as a path of the document. */
import { eventsRoute } from '../http/events-endpoint.ts';
import { failureStatuses, requestStatuses } from './api-codes.ts';
import { type DescribedPath, portfolioParameter } from './described-path.ts';
import { problemResponses } from './problem-responses.ts';

const refusals = ['invalid_input', 'portfolio_not_found'] as const;

export function describeEvents(): DescribedPath {
  const place = { type: 'string', pattern: '^(0|(ent_)?[1-9][0-9]{0,14})$' };
  return {
    path: eventsRoute,
    method: 'get',
    description: {
      operationId: 'get_events',
      tags: ['questions'],
      summary: 'New entries of the journal as they are booked, as server-sent events.',
      description: [
        'Each event is called `entry`, has the entry as its id and, as its data, what the question `entries` shows of it.',
        'The entries of a portfolio come in journal order, none is left out, and those that other processes book come',
        'too. The stream does not end by itself: a reader whose connection was cut sends the id of the last event that',
        'it got whole, as every EventSource does, and goes on behind it. A reader that takes nothing for half a minute',
        'is cut off.',
      ].join('\n'),
      parameters: [
        portfolioParameter,
        {
          name: 'since',
          in: 'query',
          required: false,
          description: 'Begin after this entry; 0 for the beginning. When left out, with what is booked next',
          schema: place,
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The id of the last event that came; counts before `since`',
          schema: place,
        },
      ],
      responses: {
        200: {
          description: 'The stream.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...problemResponses(refusals, [...requestStatuses, ...failureStatuses]),
      },
      'x-fixpoint-refusals': refusals,
    },
  };
}
