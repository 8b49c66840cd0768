import { expect, it } from "vitest";
import { openHouse } from "../support/house.ts";

it("sans un secret de 32 octets au moins, l’application refuse de servir et dit pourquoi", async () => {
  const reponse = await openHouse({ JWT_SECRET: "trente et un octets, pas plus.." })
    .api()
    .get("/version");
  expect(reponse.status).toBe(503);
  expect(reponse.error.message).toContain("JWT_SECRET");
});
