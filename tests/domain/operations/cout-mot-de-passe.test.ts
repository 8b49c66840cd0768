import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "#worker/operations/profils/mot-de-passe.ts";

it("un mot de passe coûte à qui en essaie beaucoup : scrypt, 16 Mo et cinq passages", async () => {
  const garde = await hashPassword("une-agence-sure-75");
  expect(garde).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(await verifyPassword("une-agence-sure-75", garde)).toBe(true);
  expect(await verifyPassword("une-agence-sure-76", garde)).toBe(false);
  expect(await verifyPassword("une-agence-sure-75", null)).toBe(false);
});
