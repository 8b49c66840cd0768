import { env } from "cloudflare:workers";
import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HistoryRow } from "#domain/agence/history.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import type { ComplementRow, ComplementsDuConstat } from "#domain/terrain/complement.ts";
import { empreinteConstat, photoDuConstat } from "#domain/terrain/constat.ts";
import type { EnvoiDeSignatures } from "#domain/terrain/constat-fiche.ts";
import type { SignatureDuConstat } from "#domain/terrain/signature.ts";
import type { Oublis, Visite } from "#domain/terrain/visite.ts";
import { openDb } from "#worker/db/client.ts";
import { lireSceau } from "#worker/documents/signature/lecture-sceau.ts";
import { type Agence, louer } from "../../support/agence/agence.ts";
import { ouvrirAgenceQuiScelle, Signataire } from "../../support/agence/signature.ts";
import { readStructure } from "../../support/documents/pdf-structure.ts";
import { auClavier, readPdf } from "../../support/documents/pdf-text.ts";
import { envoi, photosDe, pixels } from "../../support/documents/visite.ts";
import { corpsDe, envoyer, lire as lireLien } from "../../support/fichiers/televersements.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgenceQuiScelle();
  vi.useFakeTimers({ now: new Date("2026-11-25T13:58:00.000Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Recu {
  le: string;
  copies: string[];
}

const A_14_32 = "2026-11-25T13:32:00.000Z";

const signature = (changements: Partial<SignatureDuConstat> = {}): SignatureDuConstat => ({
  role: "locataire",
  nom: "Monsieur Léo DUPONT",
  qualite: null,
  identite: "carte",
  trace: [
    [
      [10, 10],
      [20, 14.5],
    ],
  ],
  leAppareil: A_14_32,
  refus: null,
  ...changements,
});

const AGENT = signature({
  role: "agence",
  nom: "Léa Martin",
  identite: null,
  trace: null,
  leAppareil: "2026-11-25T13:35:00.000Z",
});

type Champ = "photo" | "vignette";
const TOUT: readonly Champ[] = ["photo", "vignette"];

/**
 * An entry inventory with two photos and its signatures, ready to be sent; `venus`: for each photo, the files already
 * uploaded.
 */
async function entreeSignee(
  changements: Record<string, object> = {},
  venus: readonly (readonly Champ[])[] = [TOUT, TOUT],
) {
  const { DossierId } = await louer(agence.user, {
    bail: { typeBail: "meuble" },
    ...changements,
  });
  const visite = randomUUID();
  const photos = await photosDe(visite, 2);
  const chemin = `/Terrain/${DossierId}/entree`;
  await agence.user.put<Visite>(chemin, envoi({ photos, edf: "10400" }));
  for (const [rang, { cle }] of photos.entries()) {
    const champs = venus[rang] ?? [];
    if (champs.length > 0) await deposer(cle, rang + 1, champs);
  }
  const { data } = await agence.user.get<Visite>(chemin);
  const { constat, cadre } = data;
  if (!constat) throw new Error("L’état des lieux n’est pas posé.");
  const contenu = {
    cote: "entree" as const,
    cadre,
    releve: constat.releve,
    photos: constat.photos.map(photoDuConstat),
    entree: null,
  };
  const corps: EnvoiDeSignatures = {
    cle: randomUUID(),
    contenu,
    empreinte: await empreinteConstat(contenu),
    signatures: [signature(), AGENT],
  };
  return { DossierId, EtatLieuxId: constat.id, chemin, corps, visite: data };
}

const deposer = (cle: string, rang: number, champs = TOUT) =>
  envoyer(
    agence.user,
    `/Terrain/photo/${cle}`,
    champs.map((champ) => ({ champ, fichier: `${champ}.jpg`, contenu: pixels(rang)[champ] })),
    { methode: "PUT" },
  );

const attenduesDe = async (DossierId: number) =>
  (await agence.user.get<Oublis>(`/Terrain/oublis?dossiers=${DossierId}`)).data.attendues;
const courrielsDeLeo = () =>
  agence.house.mails.filter(({ to }) => [to].flat().includes("leo@exemple.fr"));
const copiesDeLeo = () => courrielsDeLeo().filter(({ attachments }) => attachments?.length);
/** The mails that tell Léo that his signature was recorded. */
const avisALeo = () =>
  courrielsDeLeo().filter(({ subject }) => subject.endsWith("votre signature"));

const signer = (EtatLieuxId: number, corps: EnvoiDeSignatures) =>
  agence.user.post<Recu>(`/EtatLieux/${EtatLieuxId}/signer`, corps);

const lireEtat = async (id: number) =>
  (await agence.user.get<EtatLieuxDetail>(`/EtatLieux/${id}`)).data;

const octetsDe = async (url: string | null) =>
  new Uint8Array(await (await agence.user.fetch(`/files/${url}`)).arrayBuffer());

const demandesDe = async (EtatLieuxId: number) =>
  (
    await agence.user.get<DemandeRow[]>(
      `/DemandeSignature?entite=EtatLieux&entiteId=${EtatLieuxId}`,
    )
  ).data;

/** The text of a paper, with plain spaces and typewriter quotes. */
const lire = (octets: Uint8Array) => auClavier(readPdf(octets).text).replaceAll(/\s+/g, " ");

const sha256 = (octets: Uint8Array | string) => createHash("sha256").update(octets).digest("hex");

describe("Un état des lieux signé sur place", () => {
  test("envoyé deux fois est scellé une fois, remplit sa fiche et celle du mobilier, part par courriel", async () => {
    const { DossierId, EtatLieuxId, corps } = await entreeSignee();
    const [une, deux] = [await signer(EtatLieuxId, corps), await signer(EtatLieuxId, corps)];
    expect([une.status, deux.status]).toEqual([200, 200]);
    expect(deux.data).toEqual(une.data);
    expect(une.data.copies).toHaveLength(1);
    expect(await demandesDe(EtatLieuxId)).toMatchObject([
      { etat: "scellee", lieu: "logement", type: "etatIn" },
    ]);

    const { signed } = await lireEtat(EtatLieuxId);
    const dossier = await agence.user.get<DossierDetail>(`/Dossier/${DossierId}`);
    const [etat, mobilier] = await Promise.all([
      octetsDe(signed),
      octetsDe(dossier.data.inventaireEntree),
    ]);
    expect(sha256(mobilier)).toBe(sha256(etat));
    expect(lireSceau(etat, null)).not.toHaveProperty("refus");

    const copies = copiesDeLeo();
    expect(copies).toHaveLength(1);
    expect(avisALeo().map(({ text }) => text)).toEqual([
      expect.stringMatching(/Votre signature a été recueillie le .* dans le logement/),
    ]);
    const [piece] = copies[0]?.attachments ?? [];
    expect(sha256(piece?.content as Uint8Array)).toBe(sha256(etat));
    expect(copies[0]?.text).toContain("complété jusqu’au 07/12/2026 inclus");
    expect(copies[0]?.text).toContain("jusqu’au 28/12/2026 inclus");
  });

  test("son papier dit l’empreinte, qui se retrouve du contenu gardé, les deux horloges, les photos et le mobilier", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    await signer(EtatLieuxId, corps);
    const texte = lire(await octetsDe((await lireEtat(EtatLieuxId)).signed));
    expect(texte.replaceAll(/\s/g, "")).toContain(corps.empreinte);
    expect(texte).toContain("ÉTAT DES LIEUX D'ENTRÉE ET INVENTAIRE DU MOBILIER");
    expect(texte).toContain("Inventaire et état détaillé du mobilier");
    expect(texte).toContain("Signé électroniquement par Monsieur Léo DUPONT, locataire");
    expect(texte).toContain(`empreinte ${corps.contenu.photos[0]?.empreinte.slice(0, 16)}`);
    const [garde] = await openDb(env).all<{ constat: string }>(
      sql`SELECT constat FROM "DemandeSignature"`,
    );
    expect(sha256(garde?.constat ?? "")).toBe(corps.empreinte);
    expect(garde?.constat).not.toContain("leo@exemple.fr");
    const signataires = await openDb(env).all(
      sql`SELECT role, "signeLe", "signeLeAppareil", identite, "identitePar", consentement, trace FROM "Signataire"`,
    );
    expect(signataires).toMatchObject([
      {
        role: "locataire",
        signeLe: "2026-11-25T13:58:00.000Z",
        signeLeAppareil: A_14_32,
        identite: "carte",
        identitePar: "user@agence.example",
        consentement:
          "Je reconnais avoir lu cet état des lieux (2\u00A0pièces, 2\u00A0photos) et je le signe électroniquement.",
        trace: "[[[10,10],[20,14.5]]]",
      },
      { role: "agence", identite: "session", signeLeAppareil: AGENT.leAppareil, trace: null },
    ]);
  });

  test("ne change plus : ni par une visite, ni par la grille, ni par d’autres signatures", async () => {
    const { EtatLieuxId, chemin, corps } = await entreeSignee();
    await signer(EtatLieuxId, corps);
    const { version } = await lireEtat(EtatLieuxId);
    const autre = envoi({ version, edf: "10400" });
    const valeurs = { ...autre.valeurs, clef: "1 clé" };
    expect((await agence.user.put(chemin, { ...autre, valeurs })).status).toBe(409);
    expect((await agence.user.put(`/EtatLieux/${EtatLieuxId}`, { clef: "1 clé" })).status).toBe(
      409,
    );
    const encore = await signer(EtatLieuxId, { ...corps, cle: randomUUID() });
    expect([encore.status, encore.error.message]).toEqual([
      409,
      "Cet état des lieux est signé : il ne change plus.",
    ]);
  });

  test.each<[string, number, (corps: EnvoiDeSignatures) => EnvoiDeSignatures]>([
    [
      "une autre empreinte que celle du contenu",
      422,
      (corps) => ({ ...corps, empreinte: "a".repeat(64) }),
    ],
    [
      "un refus parmi les signatures",
      422,
      (corps) => ({
        ...corps,
        signatures: [signature({ refus: { absent: false, motif: "non" } }), AGENT],
      }),
    ],
    [
      "personne pour l’agence",
      422,
      (corps) => ({ ...corps, signatures: [signature(), signature()] }),
    ],
    [
      "une identité que personne n’a vue",
      422,
      (corps) => ({ ...corps, signatures: [signature({ identite: null }), AGENT] }),
    ],
  ])("n’est pas scellé avec %s", async (_, status, changer) => {
    const { EtatLieuxId, corps } = await entreeSignee();
    expect((await signer(EtatLieuxId, changer(corps))).status).toBe(status);
    expect((await lireEtat(EtatLieuxId)).signed).toBeNull();
    expect(await demandesDe(EtatLieuxId)).toEqual([]);
  });

  test("n’est scellé ni sur un autre texte que celui de l’agence, ni sans toutes ses photos", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    const { releve, photos } = corps.contenu;
    const [premiere] = photos;
    const essais = await Promise.all(
      [
        { ...corps.contenu, releve: { ...releve, edf: "99999" } },
        { ...corps.contenu, photos: [...photos, { ...premiere, cle: randomUUID() }] },
      ].map(async (contenu) => {
        const lu = contenu as EnvoiDeSignatures["contenu"];
        return { ...corps, cle: randomUUID(), contenu: lu, empreinte: await empreinteConstat(lu) };
      }),
    );
    for (const essai of essais) {
      const refus = await signer(EtatLieuxId, essai);
      expect(refus.status).toBe(409);
    }
    expect((await lireEtat(EtatLieuxId)).signed).toBeNull();
  });

  test("est scellé et sa copie envoyée dès les vignettes : les photos arrivent ensuite, entières", async () => {
    const venus = [["vignette"], ["vignette"]] as const;
    const { DossierId, EtatLieuxId, chemin, corps } = await entreeSignee({}, venus);
    expect((await signer(EtatLieuxId, corps)).data.copies).toHaveLength(1);
    const [copie, ...autres] = copiesDeLeo();
    expect(autres).toEqual([]);
    const papier = copie?.attachments?.[0]?.content as Uint8Array;
    expect(lire(papier)).toContain("Photo n° 2 : Séjour, murs");
    expect(lire(papier)).not.toContain("Image jamais parvenue");
    expect(await attenduesDe(DossierId)).toMatchObject([{ nombre: 2 }]);

    const [une, deux] = corps.contenu.photos;
    const photos: readonly Champ[] = ["photo"];
    expect((await deposer(une?.cle ?? "", 2, photos)).status).toBe(422);
    expect((await deposer(une?.cle ?? "", 1, photos)).status).toBe(200);
    expect((await deposer(deux?.cle ?? "", 2, TOUT)).status).toBe(200);
    expect(await attenduesDe(DossierId)).toEqual([]);
    const { constat } = (await agence.user.get<Visite>(chemin)).data;
    for (const [rang, { vignette }] of (constat?.photos ?? []).entries())
      expect(await corpsDe(await lireLien(agence.user, vignette ?? ""))).toEqual(
        pixels(rang + 1).vignette,
      );
    const [gardes] = await openDb(env).all<{ photos: number; fichiers: number }>(sql`
      SELECT count("StoredFileId") AS photos, (SELECT count(*) FROM "StoredFile" WHERE nom IN ('photo', 'vignette')) AS fichiers
      FROM "PhotoConstat"`);
    expect(gardes).toEqual({ photos: 2, fichiers: 4 });
  });

  test("attend la photo d’un collègue ; son appareil perdu, l’agence y renonce avec une raison et la copie part", async () => {
    const { DossierId, EtatLieuxId, chemin, corps } = await entreeSignee({}, [TOUT, []]);
    const attente = await signer(EtatLieuxId, corps);
    expect([attente.status, attente.error.message]).toEqual([
      409,
      "Une photo de cet état des lieux n’est pas arrivée.",
    ]);
    expect(copiesDeLeo()).toEqual([]);
    const [attendue] = await attenduesDe(DossierId);
    const renoncer = (motif: string, visite = attendue?.visite) =>
      agence.user.post(`${chemin}/abandon`, { visite, motif });
    expect((await renoncer("")).status).toBe(422);
    expect((await renoncer("Tablette volée", randomUUID())).status).toBe(409);
    expect((await renoncer("Tablette volée")).status).toBe(204);
    expect((await renoncer("Encore")).status).toBe(409);
    expect(await attenduesDe(DossierId)).toEqual([]);
    const [perdues] = (
      await agence.admin.get<HistoryRow[]>(`/History?entite=EtatLieux&id=${EtatLieuxId}`)
    ).data;
    const [, perdue] = corps.contenu.photos;
    expect(perdues).toMatchObject({
      etat: "Photos perdues",
      user: "user@agence.example",
      details: {
        motif: [null, "Tablette volée"],
        empreintes: [null, [perdue?.empreinte]],
      },
    });

    expect((await signer(EtatLieuxId, corps)).status).toBe(200);
    const papier = copiesDeLeo()[0]?.attachments?.[0]?.content as Uint8Array;
    const texte = lire(papier);
    expect(texte).toContain(`empreinte ${perdue?.empreinte.slice(0, 16)}`);
    expect(texte.match(/Image jamais parvenue de l'appareil qui l'a prise/g)).toHaveLength(1);
    expect((await readStructure(papier)).faults).toEqual([]);

    expect((await deposer(perdue?.cle ?? "", 2)).status).toBe(200);
    const { constat } = (await agence.user.get<Visite>(chemin)).data;
    expect(constat?.photos.map(({ recueLe }) => recueLe !== null)).toEqual([true, true]);
  });

  test("envoyé dix fois à la fois fait un sceau", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    const reponses = await Promise.all(
      Array.from({ length: 10 }, () => signer(EtatLieuxId, corps)),
    );
    expect(reponses.some(({ status }) => status === 200)).toBe(true);
    expect((await signer(EtatLieuxId, corps)).status).toBe(200);
    expect(await demandesDe(EtatLieuxId)).toHaveLength(1);
    const [sceaux] = await openDb(env).all<{ nombre: number }>(
      sql`SELECT count(*) AS nombre FROM "DocumentScelle"`,
    );
    expect(sceaux?.nombre).toBe(1);
    expect([copiesDeLeo().length, avisALeo().length]).toEqual([1, 1]);
  });
});

describe("Un état des lieux que quelqu’un ne signe pas", () => {
  test("est gardé parmi les documents avec le refus et sa raison, ne remplit rien, se signe plus tard", async () => {
    const { DossierId, EtatLieuxId, corps } = await entreeSignee();
    const refusees = [
      signature({ refus: { absent: false, motif: "conteste l’état du parquet" } }),
      AGENT,
    ];
    const refus = { ...corps, signatures: refusees };
    const reponses = [
      await agence.user.post<Recu>(`/EtatLieux/${EtatLieuxId}/refus`, refus),
      await agence.user.post<Recu>(`/EtatLieux/${EtatLieuxId}/refus`, refus),
    ];
    expect(reponses.map(({ status, data }) => [status, data.copies])).toEqual([
      [200, []],
      [200, []],
    ]);
    expect((await lireEtat(EtatLieuxId)).signed).toBeNull();
    const [demande] = await demandesDe(EtatLieuxId);
    expect(demande).toMatchObject({ etat: "refusee" });
    const documents = await agence.user.get<{ type: string; url: string }[]>(
      `/Document?entite=Dossier&id=${DossierId}`,
    );
    expect(documents.data).toMatchObject([{ type: "etatIn" }]);
    const texte = lire(await octetsDe(documents.data[0]?.url ?? null));
    expect(texte).toContain(
      "Non signé par Monsieur Léo DUPONT, locataire, qui a refusé le 25/11/2026 à 14:32 : conteste l'état du parquet",
    );
    expect(copiesDeLeo()).toEqual([]);

    expect((await signer(EtatLieuxId, { ...corps, cle: randomUUID() })).status).toBe(200);
    expect((await lireEtat(EtatLieuxId)).signed).not.toBeNull();
  });
});

describe("Le complément d’un état des lieux d’entrée", () => {
  const complementDe = async (locataire: Signataire): Promise<ComplementsDuConstat> =>
    (await (await locataire.fetch("/complement")).json<{ data: ComplementsDuConstat }>()).data;

  test("se demande par le lien de la copie, est accepté et scellé à côté de l’état des lieux, qui ne change pas", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    await signer(EtatLieuxId, corps);
    const { signed, remplaces } = await lireEtat(EtatLieuxId);
    const locataire = await new Signataire(agence, "leo@exemple.fr").entrer();
    expect(await complementDe(locataire)).toEqual({
      ouverts: [
        { objet: "logement", jusqua: "2026-12-07" },
        { objet: "chauffage", jusqua: "2026-12-28" },
      ],
      demandes: [],
    });
    const demande = { objet: "logement", texte: "Fissure derrière la porte de la chambre." };
    expect((await locataire.poster("/complement", demande)).status).toBe(200);

    const lus = await agence.user.get<ComplementRow[]>(`/EtatLieux/${EtatLieuxId}/complements`);
    expect(lus.data).toMatchObject([{ ...demande, nom: "Monsieur Léo DUPONT", accepteLe: null }]);
    const repondre = `/ComplementConstat/${lus.data[0]?.id}/repondre`;
    expect((await agence.user.post(repondre, { accepte: true })).status).toBe(200);
    expect((await agence.user.post(repondre, { accepte: false, motif: "non" })).status).toBe(409);

    const apres = await lireEtat(EtatLieuxId);
    expect(sha256(await octetsDe(apres.signed))).toBe(sha256(await octetsDe(signed)));
    expect(apres.remplaces).toBe(remplaces + 1);
    const reponse = agence.house.mails.findLast(({ to }) => [to].flat().includes("leo@exemple.fr"));
    expect(reponse?.subject).toContain("accepté");
    const piece = reponse?.attachments?.[0]?.content as Uint8Array;
    expect(lireSceau(piece, null)).not.toHaveProperty("refus");
    const texte = lire(piece);
    expect(texte).toContain("COMPLÉMENT À L'ÉTAT DES LIEUX D'ENTRÉE");
    expect(texte).toContain("Fissure derrière la porte de la chambre.");
    expect((await complementDe(locataire)).demandes).toMatchObject([{ motif: null }]);
  });

  test("refusé, dit pourquoi et qui saisir ; sans raison, n’est pas refusé", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    await signer(EtatLieuxId, corps);
    const locataire = await new Signataire(agence, "leo@exemple.fr").entrer();
    await locataire.poster("/complement", { objet: "chauffage", texte: "Le radiateur fuit." });
    const lus = await agence.user.get<ComplementRow[]>(`/EtatLieux/${EtatLieuxId}/complements`);
    const repondre = `/ComplementConstat/${lus.data[0]?.id}/repondre`;
    expect((await agence.user.post(repondre, { accepte: false })).status).toBe(422);
    const motif = "Le radiateur a été essayé devant vous.";
    expect((await agence.user.post(repondre, { accepte: false, motif })).status).toBe(200);
    const reponse = agence.house.mails.findLast(({ to }) => [to].flat().includes("leo@exemple.fr"));
    expect(reponse?.text).toContain(motif);
    expect(reponse?.text).toContain("commission départementale de conciliation");
    expect((await lireEtat(EtatLieuxId)).remplaces).toBe(0);
  });

  test("ne se demande plus le soir passé, pour le logement puis pour le chauffage", async () => {
    const { EtatLieuxId, corps } = await entreeSignee();
    await signer(EtatLieuxId, corps);
    const demander = async (objet: string) => {
      const locataire = await new Signataire(agence, "leo@exemple.fr").entrer();
      return (await locataire.poster("/complement", { objet, texte: "Une fuite." })).status;
    };
    vi.setSystemTime(new Date("2026-12-07T22:30:00.000Z"));
    expect(await demander("logement")).toBe(200);
    vi.setSystemTime(new Date("2026-12-07T23:30:00.000Z"));
    expect(await demander("logement")).toBe(409);
    vi.setSystemTime(new Date("2026-12-28T22:30:00.000Z"));
    expect(await demander("chauffage")).toBe(200);
    vi.setSystemTime(new Date("2026-12-28T23:30:00.000Z"));
    const lien = await agence.personne.post<{ etat: string }>("/Signature/lien", {
      jeton: new Signataire(agence, "leo@exemple.fr").jeton,
    });
    expect(await demander("chauffage")).not.toBe(200);
    expect(lien.status).toBe(200);
  });
});
