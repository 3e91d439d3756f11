import { expect, test } from 'vitest';
import { repeatedMember } from '../../../src/contract/json-bounds.ts';

test.each([
  ['{"a":1,"b":2}', undefined],
  ['{"a":1, "b":2 , "a" :1}', 'a'],
  ['{"a":null,"\\u0061":1}', 'a'],
  ['{"a":"a","b":"a"}', undefined],
  ['{"a":{"b":1,"b":2},"c":[{"a":1}]}', undefined],
  ['{"a":"\\",\\"a\\":1","b":1}', undefined],
  ['{"a\\\\":1,"a":1,"a\\\\":2}', 'a\\'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{}', undefined],
])('The repeated member of %s is %s', (text, name) => {
  expect(repeatedMember(text)).toBe(name);
});
