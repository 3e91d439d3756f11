// The generated RouteHandlers map names its handler type after Fastify's. Nothing of Fastify is installed: this
// stand-in keeps each operation's types where ours can be derived from them.
declare module 'fastify' {
  export interface RouteHandler<Route> {
    route: Route;
  }
}
