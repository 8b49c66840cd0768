import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import type { DemandeDetail } from "#domain/signature/wire.ts";
import type { Agence } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  lireDemande,
  ouvrirAvecUnBail,
  ouvrirDemande,
  Signataire,
} from "../../support/agence/signature.ts";

let agence: Agence;
let bail: BailASigner;

beforeEach(async () => {
  ({ agence, bail } = await ouvrirAvecUnBail());
  await agence.admin.post("/Variable", { nom: "agenceEmail", valeur: "contact@agence.example" });
});

const ouvrir = (changements: object = {}) =>
  ouvrirDemande(
    agence,
    { type: "contratLocation", entiteId: bail.DossierId },
    { lieu: "agence", ...changements },
  );

/** The agency attests that this signer signs in front of it. */
const attester = ({ id, signataires }: DemandeDetail, rang: number) =>
  agence.user.post(`/DemandeSignature/${id}/surPlace`, {
    ...{ signataireId: signataires[rang]?.id, nom: signataires[rang]?.nom, consentement: true },
    ...{ identite: "connue", secondesDeLecture: 30 },
  });

const AVIS = "Contrat de location D000001 : votre signature";
const avisA = (mail: string) =>
  agence.house.mails.filter(({ to, subject }) => subject === AVIS && [to].flat().includes(mail));
const demande = (id: number) => lireDemande(agence, id);
const lendemain = () => agence.house.cron(new Date(Date.now() + 86_400_000).toISOString());

const SIGNATAIRES = (lea: string | null, hugo: string | null) => ({
  signataires: [
    { role: "locataire", nom: "Mme Léa Roy", mail: lea },
    { role: "locataire", nom: "M. Hugo Dupont", mail: hugo },
    { role: "agence", rang: 2, nom: "Léa Martin" },
  ],
});

/** Runs `faire` while the mails to this address are refused. */
async function sansCourrier(mail: string, faire: () => Promise<unknown>) {
  const { EMAIL } = agence.house.env;
  const envoyer = EMAIL.send.bind(EMAIL);
  agence.house.env.EMAIL = {
    async send(envoi: Parameters<SendEmail["send"]>[0]) {
      if ("subject" in envoi && [envoi.to].flat().includes(mail))
        throw Object.assign(new Error("Too many mails"), { code: "E_RATE_LIMIT_EXCEEDED" });
      return envoyer(envoi as never);
    },
  } as SendEmail;
  await faire();
  agence.house.env.EMAIL = EMAIL;
}

describe("Qui signe devant l’agence, ou est dit l’avoir fait", () => {
  it("en est averti aussitôt par courriel, une fois, et la page de preuve le dit", async () => {
    const lu = await ouvrir();
    expect((await attester(lu, 0)).status).toBe(200);
    const [avis] = avisA("lea@exemple.fr");
    expect(avis?.text).toMatch(
      /Votre signature a été recueillie le \d\d\/\d\d\/\d{4} \d\d:\d\d à l’agence CABINET EXEMPLE, sur le document «\u00A0Contrat de location D000001\u00A0», par user@agence\.example, qui atteste votre identité\.[\s\S]*Si ce n’est pas vous, écrivez aussitôt à contact@agence\.example/,
    );
    expect(avisA("hugo@exemple.fr")).toEqual([]);
    expect((await attester(lu, 0)).status).toBe(409);
    expect((await attester(lu, 1)).status).toBe(200);
    await lendemain();
    expect([avisA("lea@exemple.fr"), avisA("hugo@exemple.fr")].map(({ length }) => length)).toEqual(
      [1, 1],
    );
    await agence.admin.post(`/DemandeSignature/${lu.id}/signer`);
    const { evenements } = await demande(lu.id);
    expect(evenements.filter(({ etat }) => etat === "Signataire averti par courriel")).toHaveLength(
      2,
    );
    const preuve = await agence.user.fetch(`/api/DemandeSignature/${lu.id}/preuve`);
    const zip = unzipSync(new Uint8Array(await preuve.arrayBuffer()));
    const [, json] = Object.entries(zip).find(([nom]) => nom.endsWith(".json")) ?? [];
    // Two signers, each written twice: on the proof page and in the kept data.
    expect(strFromU8(json ?? new Uint8Array()).match(/"avertiLe":\s*"20/g)).toHaveLength(4);
  });

  it("l’est à la boîte de sa fiche aussi, quand le papier en porte une autre", async () => {
    const lu = await ouvrir(SIGNATAIRES("complice@exemple.fr", "hugo@exemple.fr"));
    await attester(lu, 0);
    expect(avisA("complice@exemple.fr")).toHaveLength(1);
    expect(avisA("lea@exemple.fr")).toHaveLength(1);
    await attester(lu, 1);
    expect(avisA("hugo@exemple.fr")).toHaveLength(1);
  });

  it("l’est le lendemain par un courriel qui n’est pas parti", async () => {
    const lu = await ouvrir();
    await sansCourrier("lea@exemple.fr", () => attester(lu, 0));
    expect(avisA("lea@exemple.fr")).toEqual([]);
    for (const _ of [1, 2]) await lendemain();
    expect(avisA("lea@exemple.fr")).toHaveLength(1);
  });

  it.each([
    ["sans adresse e-mail", null],
    ["à la seule adresse du membre qui atteste", "user@agence.example"],
  ])("%s, fait prévenir les administrateurs et l’agence, une fois", async (_, mail) => {
    await agence.admin.put(`/Locataire/${bail.LocataireId}`, { autreMail: mail });
    const lu = await ouvrir(SIGNATAIRES("lea@exemple.fr", mail));
    expect((await attester(lu, 1)).status).toBe(200);
    await lendemain();
    const avis = agence.house.mails.filter(({ subject }) => /signé sur place/.test(subject));
    expect(avis).toHaveLength(1);
    expect(avis[0]?.text).toMatch(
      /^[\s\S]*M\. Hugo Dupont a signé[\s\S]*user@agence\.example atteste/,
    );
    expect([avis[0]?.to].flat()).toEqual(
      expect.arrayContaining(["contact@agence.example", "admin@agence.example"]),
    );
    expect((await demande(lu.id)).evenements.map(({ etat }) => etat)).toContain(
      "Signataire sans adresse e-mail",
    );
  });

  it("ne l’est pas de ce qu’il signe par son propre lien", async () => {
    await ouvrir({ lieu: "distance" });
    await (await new Signataire(agence, "lea@exemple.fr").entrer()).signer();
    await lendemain();
    expect(avisA("lea@exemple.fr")).toEqual([]);
  });
});
