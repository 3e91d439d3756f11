/** Path at which a region says whether it takes requests. */
export const HEALTH = '/health';

/** Path at which a region takes requests for the logs of their apps. */
export const REQUESTS = '/requests';
