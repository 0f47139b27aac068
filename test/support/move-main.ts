// Moves a store and is killed when a number of pages is through.
//
//   node program.mjs FROM TO PAGES
//
// Prints the result of the move as JSON when it comes that far.

import { moveStore } from '../../src/app/move-store.ts';

const [from = '', to = '', pages = '0'] = process.argv.slice(2);
let seen = 0;
const result = await moveStore(
  { from, to },
  {
    follow: true,
    pageRows: 100,
    onProgress: () => {
      seen += 1;
      if (seen === Number(pages)) process.kill(process.pid, 'SIGKILL');
    },
  },
);
process.stdout.write(`${JSON.stringify(result)}\n`);
