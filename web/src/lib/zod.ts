import { z } from 'zod';

// Without jitless zod compiles validators with `new Function`, which violates the CSP.
z.config({ jitless: true });

export { z };
