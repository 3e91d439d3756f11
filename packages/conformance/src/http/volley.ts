/** Milliseconds until the service has received the heads of all requests. */
const TRAVEL = 200;

/**
 * Lets `size` requests overlap: the service receives every head before the first body. Each request calls the returned
 * function after its head is sent, and sends its body when the promise settles.
 */
export function volley(size: number): () => Promise<void> {
  let missing = size;
  let fire = () => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) setTimeout(fire, TRAVEL);
    return fired;
  };
}
