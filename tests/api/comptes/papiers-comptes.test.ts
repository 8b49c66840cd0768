import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterMois, aujourdhui, dernierJour, jourEnLettres } from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { ReglementVu } from "#domain/gerance/locataires/reglement-fiche.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { type Agence, creer, louer, MISSION, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());
const MOIS = JOUR.slice(0, 7);
const PRECEDENT = ajouterMois(MOIS, -1);

let agence: Agence;
let DossierId: number;
let AppartementId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ DossierId, AppartementId } = await louer(agence.admin));
});

async function donnerMandat(modeFonds: ModeFonds) {
  const mission = await creer(agence.admin, "Mission", MISSION);
  await agence.admin.put(`/Mission/${mission.id}/appartement/add/${AppartementId}`);
  await openDb(env)
    .insert(conditionsMandat)
    .values({ MissionId: mission.id, depuis: "2020-01-01", modeFonds });
}
const encaisserParLAgence = () => donnerMandat("agence");

async function quittancer(mois = MOIS) {
  const { data, status } = await agence.admin.post<QuittanceDetail>(
    `/Quitance/generate/${DossierId}`,
    { date: `${mois}-01` },
  );
  expect(status).toBe(201);
  return data.id;
}

/** Makes all tenants accept quittances by e-mail. */
const accepterLesCourriels = () => openDb(env).update(locataires).set({ accordEmail: true });

const courrielsDe = async (id: number) => {
  const { data } = await agence.admin.get<QuittanceDetail>(`/Quitance/${id}`);
  return data.courriels.map(({ genre, etat }) => `${genre} ${etat}`);
};

async function regler(reglement: object) {
  const demande = { DossierId, date: JOUR, mode: "virement", ...reglement };
  const { data, status } = await agence.user.post<ReglementVu & { id: number; numero: string }>(
    "/Reglement",
    demande,
  );
  expect(status).toBe(201);
  return data;
}

async function pdf(chemin: string) {
  const reponse = await agence.admin.fetch(chemin);
  expect(reponse.status).toBe(200);
  return readPdf(new Uint8Array(await reponse.arrayBuffer()));
}

const lire = async (id: number) => (await pdf(`/api/quitance/download/${id}`)).text;

async function generer(chemin: string) {
  const { data, status } = await agence.admin.get<DocumentGenere>(`${chemin}/generate`);
  expect(status).toBe(200);
  return (await pdf(`/files/${data.generated}`)).text;
}

describe("l’avis d’échéance", () => {
  it("d’un compte qui n’a rien à dire se lit comme avant les comptes", async () => {
    await quittancer(PRECEDENT);
    const text = await lire(await quittancer());
    expect(text).toContain("Total 950,00 €");
    expect(text).not.toMatch(/Solde antérieur|Net à payer|Référence à rappeler|CAF/);
  });

  it("quand l’agence encaisse, dit ce qui était dû, ce qui est venu depuis, l’aide et le net", async () => {
    await encaisserParLAgence();
    await quittancer(PRECEDENT);
    const id = await quittancer();
    await agence.admin.put(`/Dossier/${DossierId}/aide`, {
      depuis: `${MOIS}-01`,
      montant: 210,
      payeur: "caf",
    });
    await regler({ montant: 400 });
    const text = await lire(id);
    for (const mention of [
      "Sous-total de la période 950,00 €",
      "950,00 € Règlements reçus depuis −400,00 €",
      "Aide au logement versée au bailleur (CAF) −210,00 €",
      "Net à payer 1 290,00 €",
      `Référence à rappeler : D${String(DossierId).padStart(6, "0")}`,
    ])
      expect(text).toContain(mention);
  });

  it("fait à la main, déduit l’aide comme l’automatique, et une seule fois par mois", async () => {
    await encaisserParLAgence();
    await agence.admin.put(`/Dossier/${DossierId}/aide`, {
      depuis: `${MOIS}-01`,
      montant: 210,
      payeur: "caf",
    });
    const aLaMain = async (du: string, au: string) => {
      const { status, data } = await agence.admin.post<{ id: number }>(
        `/Quitance/generate/manual/${DossierId}`,
        { date: `${MOIS}-${du}`, dateFin: `${MOIS}-${au}`, prixHC: 425, charge: 50 },
      );
      expect(status).toBeLessThan(300);
      return data.id;
    };
    const premiere = await aLaMain("01", "14");
    const seconde = await aLaMain("15", "28");
    expect(await lire(premiere)).toContain("Aide au logement versée au bailleur (CAF) −210,00 €");
    expect(await lire(premiere)).toContain("Net à payer 265,00 €");
    expect(await lire(seconde)).not.toContain("CAF");
  });

  it("déduit l’aide qui courait dans son mois, même passé, même d’avant les comptes, à la main ou non", async () => {
    await encaisserParLAgence();
    const passe = ajouterMois(MOIS, -5);
    await agence.admin.put(`/Dossier/${DossierId}/aide`, {
      depuis: `${ajouterMois(passe, -1)}-01`,
      montant: 210,
      payeur: "caf",
    });
    const attendu = ["Aide au logement versée au bailleur (CAF) −210,00 €", "Net à payer 740,00 €"];
    const automatique = await lire(await quittancer(passe));
    for (const mention of attendu) expect(automatique).toContain(mention);
    await openDb(env).run(sql`UPDATE "Reprise" SET debut = ${`${MOIS}-01`}`);
    const suivant = ajouterMois(passe, 1);
    const aLaMain = await agence.admin.post<{ id: number }>(
      `/Quitance/generate/manual/${DossierId}`,
      { date: `${suivant}-01`, dateFin: dernierJour(suivant), prixHC: 850, charge: 100 },
    );
    expect(await lire(aLaMain.data.id)).toContain(attendu[0]);
  });

  it("donne le compte de l’agence, sauf là où le mandat dit que le propriétaire reçoit les loyers", async () => {
    const valeur = "FR76 3000 6000 0112 3456 7890 189";
    await agence.admin.post("/Variable", { nom: "iban", valeur });
    const id = await quittancer();
    expect(await lire(id)).toContain(`IBAN ${valeur}`);
    await donnerMandat("proprietaire");
    const suivante = await quittancer(ajouterMois(MOIS, 1));
    expect(await lire(suivante)).not.toContain("IBAN");
    await donnerMandat("agence");
    const derniere = await quittancer(ajouterMois(MOIS, 2));
    expect(await lire(derniere)).toContain(`IBAN ${valeur}`);
  });

  it("1 000 € payés pour 950 € : l’avis suivant reste un avis, et demande 900 €", async () => {
    await encaisserParLAgence();
    await quittancer(PRECEDENT);
    await regler({ montant: 1000 });
    const text = await lire(await quittancer());
    expect(text).toContain("AVIS D'ÉCHÉANCE");
    expect(text).toContain("Avance reportée −50,00 €");
    expect(text).toContain("Net à payer 900,00 €");
  });
});

describe("le reçu et la quittance", () => {
  it("500 € de 950 € font un reçu qui dit loyer et charges ; la CAF complète, la quittance le dit", async () => {
    const id = await quittancer();
    await regler({ montant: 740 });
    expect(await lire(id)).toContain(
      `le ${jourEnLettres(JOUR)} par virement, la somme de sept cent quarante euros (740,00 €), à valoir sur le loyer et les charges`,
    );
    expect(await lire(id)).toContain(
      "soit loyer 662,11 € et charges 77,89 €. Reste dû : 210,00 €.",
    );
    await regler({ montant: 210, payeur: "caf" });
    const text = await lire(id);
    expect(text).toContain("QUITTANCE DE LOYER");
    expect(text).toContain("dont 210,00 € versés par la CAF");
    expect(text).toContain("La présente quittance annule les reçus partiels");
  });

  it("un chèque fait un reçu sous réserve, puis une quittance une fois crédité, puis rien une fois rejeté", async () => {
    await encaisserParLAgence();
    const id = await quittancer();
    const cheque = await regler({ montant: 950, mode: "cheque" });
    expect(await lire(id)).toMatch(/REÇU DE PAIEMENT .*par chèque, sous réserve d'encaissement/);
    await agence.user.post(`/Reglement/${cheque.id}/crediter`, { date: JOUR });
    expect(await lire(id)).toMatch(/QUITTANCE DE LOYER/);
    expect(await lire(id)).not.toContain("réserve d'encaissement");
    await agence.admin.post(`/Reglement/${cheque.id}/rejeter`, { motif: "Impayé", date: JOUR });
    expect(await lire(id)).toContain("AVIS D'ÉCHÉANCE");
    expect(await generer(`/Reglement/${cheque.id}`)).toContain("REÇU SANS EFFET");
    const { data } = await agence.admin.get<QuittanceDetail>(`/Quitance/${id}`);
    expect(data.Etats[0]?.etat).toBe("Impayée, quittance annulée");
  });

  it("un paiement rejeté après l’envoi de la quittance l’annonce au locataire", async () => {
    await accepterLesCourriels();
    const id = await quittancer();
    const { id: paiement } = await regler({ montant: 950 });
    expect(await courrielsDe(id)).toContain("quittance a_envoyer");
    await openDb(env)
      .update(courriels)
      .set({ etat: "envoye" })
      .where(eq(courriels.genre, "quittance"));
    const rejet = { motif: "Prélèvement refusé", date: JOUR };
    await agence.admin.post(`/Reglement/${paiement}/rejeter`, rejet);
    expect(await courrielsDe(id)).toContain("rejet a_envoyer");
    await agence.house.drain();
    const annonce = agence.house.mails.find(({ subject }) =>
      subject.startsWith("Quittance annulée"),
    );
    expect(annonce?.text).toContain(
      `est annulée\u00A0: le paiement a été rejeté le ${jourEnLettres(JOUR)}`,
    );
  });

  it("un second paiement rejeté de la même échéance s’annonce aussi, chaque quittance étant partie", async () => {
    await accepterLesCourriels();
    await quittancer();
    const partis = () =>
      agence.house.mails.map(({ subject }) => subject.split(" ").slice(0, 2).join(" "));
    const rejeter = async (paiement: number) => {
      const rejet = { motif: "Prélèvement refusé", date: JOUR };
      expect((await agence.admin.post(`/Reglement/${paiement}/rejeter`, rejet)).status).toBe(200);
      await agence.house.drain();
    };
    await agence.admin.post("/Variable", { nom: "delaiEnvoi", valeur: "0" });
    const attendus = ["Quittance de", "Quittance annulée"];
    for (let fois = 1; fois <= 2; fois++) {
      const { id: paiement } = await regler({ montant: 950 });
      await agence.house.drain();
      await rejeter(paiement);
      const lus = partis().filter((sujet) => attendus.includes(sujet));
      expect(lus).toEqual(Array.from({ length: fois }, () => attendus).flat());
    }
    const { data } = await agence.admin.get<{ rejet: string }[]>(
      `/Quitance?page=1&limit=5&DossierId=${DossierId}`,
    );
    expect(data).toMatchObject([{ rejet: "envoye" }]);
    await regler({ montant: 950 });
    const payee = await agence.admin.get<{ rejet: string | null }[]>(
      `/Quitance?page=1&limit=5&DossierId=${DossierId}`,
    );
    expect(payee.data).toMatchObject([{ rejet: null, quittance: expect.anything() }]);
  });

  it("ce que l’assurance paie n’est quittancé nulle part, ni sur le papier, ni par courriel", async () => {
    await accepterLesCourriels();
    const id = await quittancer();
    await regler({ montant: 950, payeur: "gli" });
    expect(await lire(id)).toContain("à la place du locataire, dont la dette subsiste");
    const { data } = await agence.admin.get<QuittanceDetail>(`/Quitance/${id}`);
    expect(data).toMatchObject({ etat: "payee", regle: true });
    expect((await courrielsDe(id)).join()).not.toContain("quittance");
    const annuel = await pdf(`/api/quitance/generate/${AppartementId}/${MOIS.slice(0, 4)}`);
    expect(annuel.text).toContain("Non quittancé");
  });
});

describe("les papiers du compte", () => {
  it("le reçu d’un règlement dit son numéro, ce qu’il règle et ce qui reste en avance", async () => {
    await quittancer();
    const { id, numero } = await regler({ montant: 1000, mode: "especes" });
    const text = await generer(`/Reglement/${id}`);
    expect(text).toContain(`R ${numero}`);
    expect(text).toContain("Avance sur les prochaines échéances 50,00 €");
    expect(text).toContain("en espèces, la somme de mille euros (1 000,00 €)");
    expect((await agence.admin.get("/Reglement/999/generate")).status).toBe(404);
  });

  it("le relevé ouvre et clôt sur un solde, et ne vaut pas quittance ; le décompte dit ce qui se réclame", async () => {
    await encaisserParLAgence();
    await quittancer(PRECEDENT);
    await regler({ montant: 500, payeur: "caf" });
    const releve = await generer(`/Dossier/${DossierId}/compte`);
    for (const mention of [
      "Solde à la clôture",
      "450,00 €",
      "la CAF",
      "Ce relevé ne vaut pas quittance.",
    ])
      expect(releve).toContain(mention);
    const decompte = await generer(`/Dossier/${DossierId}/compte/decompte`);
    expect(decompte).toContain("Total dû 450,00 €");
    expect(decompte).toContain("ni frais ni pénalités");
    const envers = "du=2026-02-01&au=2026-01-01";
    const refus = await agence.admin.get(`/Dossier/${DossierId}/compte/generate?${envers}`);
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([422, ["au"]]);
  });
});
