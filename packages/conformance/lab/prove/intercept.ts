/** Copies an object with some of its methods replaced. */
export const intercept = <T extends object>(object: T, methods: Readonly<Record<string, unknown>>): T =>
  new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
