import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import worker from "#worker/index.ts";
import {
  ADMIN,
  connecter,
  creer,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { apiOf } from "../../support/worker/api.ts";
import { openHouse } from "../../support/worker/house.ts";

it("sans un secret de 32 octets au moins, l’application refuse de servir et dit pourquoi", async () => {
  const sansSecret = { ...env, JWT_SECRET: "trente et un octets, pas plus.." };
  const reponse = await apiOf((request, context) => worker.fetch(request, sansSecret, context)).get(
    "/version",
  );
  expect(reponse.status).toBe(503);
  expect(reponse.error.message).toContain("JWT_SECRET");
});

it("ce qui vient de s’écrire ou de se générer est scellé dans les secondes qui suivent", async () => {
  const { admin } = await ouvrirAgence();
  const token = await connecter(openHouse().api(), ADMIN.email, ADMIN.password);
  const porte = apiOf((request, context) => worker.fetch(request, env, context), token);
  const attente = async () =>
    (await admin.get<Controle[]>("/Controle")).data.find(({ nom }) => nom === "Lignes à sceller");
  const scelleBientot = async () => {
    expect((await attente())?.lignes).toBeGreaterThan(0);
    await expect.poll(async () => (await attente())?.lignes, { timeout: 10_000 }).toBe(0);
  };
  await creer(porte, "Client", PROPRIETAIRE);
  await scelleBientot();
  const { DossierId } = await louer(admin);
  expect((await porte.get(`/Dossier/${DossierId}/attestationLoyer/generate`)).status).toBe(200);
  await scelleBientot();
});
