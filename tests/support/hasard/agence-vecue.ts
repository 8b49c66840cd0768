import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { ajouterJours, type Jour, type Mois, moisDe } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { sessions, variables } from "#worker/db/schema/agence.ts";
import type { Env } from "#worker/env.ts";
import { afficherLoyers } from "#worker/operations/biens/loyers-affiches.ts";
import {
  APPARTEMENT,
  BAIL,
  creer,
  IDENTITE,
  LOCATAIRE,
  MISSION,
  PROPRIETAIRE,
} from "../agence/agence.ts";
import { ouvrirSessions } from "../agence/sessions.ts";
import { delaiPasse, IBAN_AGENCE, IBAN_DURAND, IBAN_GERANCE } from "../banque/reversements.ts";
import type { Answer, Api } from "../worker/api.ts";
import { type House, openHouse } from "../worker/house.ts";
import type { Histoire, LotTire } from "./tirages.ts";

const db = openDb(env);

/** The first month of the simulated year. */
export const PREMIER_MOIS = "2025-10";

/** A year of acts from one account exceeds any limit per minute. */
const sansLimite: RateLimit = { limit: async () => ({ success: true }) };

const SANS_LIMITES: Partial<Env> = {
  MAIL_LIMIT: sansLimite,
  UPLOAD_LIMIT: sansLimite,
  DOCUMENT_LIMIT: sansLimite,
  EXPORT_LIMIT: sansLimite,
};

export interface Occupation {
  DossierId: number;
  LocataireId: number;
  mois: Mois;
  part: boolean;
}

export interface Lot {
  AppartementId: number;
  tire: LotTire;
  baux: Occupation[];
}

/** A mandate, as the simulated year changes it. */
export interface Mandat {
  rang: number;
  MissionId: number;
  ClientIds: number[];
  lots: Lot[];
  tire: Histoire;
  fonds: string;
  /** The building of its dwellings, and the key that shares the building's expenses; null without a building. */
  immeuble: { id: number; CleId: number } | null;
}

/** An agency whose day is set by the test, with two administrators. */
export class AgenceVecue {
  readonly house: House = openHouse(SANS_LIMITES);
  admin!: Api;
  seconde!: Api;
  jour: Jour = `${PREMIER_MOIS}-01`;
  fournisseur = 0;
  gestionnaire = 0;
  readonly mandats: Mandat[] = [];
  readonly #debutsDeJour: { jour: Jour; derniere: number }[] = [];

  /** Moves to 09:00 UTC on this day, with the rents in force on it; each new month gets new sessions. */
  async leJour(jour: Jour): Promise<void> {
    const mois = moisDe(jour) !== moisDe(this.jour) || !this.admin;
    this.jour = jour;
    vi.setSystemTime(`${jour}T09:00:00Z`);
    const ecrites = sql`SELECT coalesce(max(id), 0) AS derniere FROM "Ecriture"`;
    for (const { derniere } of await db.all<{ derniere: number }>(ecrites))
      this.#debutsDeJour.push({ jour, derniere });
    if (mois) {
      const [admin, seconde] = await ouvrirSessions(
        env,
        [{ role: "admin" }, { role: "admin" }],
        true,
      );
      this.admin = this.house.api(admin);
      this.seconde = this.house.api(seconde);
    }
    await db.write({
      ...afficherLoyers({ db, today: jour }, sql`true`),
      confirmes: db.update(sessions).set({ confirmedAt: new Date().toISOString() }),
    });
  }

  /** The simulated day on which an entry was written: the database itself stamps entries with the real day. */
  ecriteLe(id: number): Jour {
    return this.#debutsDeJour.findLast(({ derniere }) => derniere < id)?.jour ?? this.jour;
  }

  async ouvrir(histoires: readonly Histoire[]): Promise<void> {
    await db
      .insert(variables)
      .values(
        Object.entries({ ...IDENTITE, seuilReversement: "90000000" }).map(([nom, valeur]) => ({
          nom,
          valeur,
        })),
      )
      .onConflictDoNothing();
    await this.leJour(this.jour);
    const compte = (nom: string, iban: string, usage: string) =>
      creer(this.admin, "CompteBancaire", {
        ...{ nom, titulaire: "CABINET EXEMPLE", iban, bic: "AGRIFRPPXXX", usage },
      });
    await compte("Gérance", IBAN_GERANCE, "gerance");
    await compte("Agence", IBAN_AGENCE, "agence");
    this.fournisseur = await this.#fournisseur("Plomberie");
    this.gestionnaire = await this.#fournisseur("Régie du Parc");
    // The index of this quarter is entered before its official publication: these tests do not check the day of
    // publication.
    await db.run(
      sql`INSERT INTO "IndiceValeur" (serie, annee, trimestre, valeur) VALUES ('IRL', 2026, 3, 14890)`,
    );
    for (const [rang, tire] of histoires.entries())
      this.mandats.push(await this.#mandat(rang, tire));
    await this.#immeubles();
    await delaiPasse();
  }

  async #fournisseur(nom: string): Promise<number> {
    const { id } = await creer(this.admin, "Fournisseur", { nom });
    await this.admin.post(`/Fournisseur/${id}/coordonnees`, {
      ...{ iban: IBAN_DURAND, titulaire: nom, rappel: "Mme Roux, au 04 00 00 00 00" },
    });
    return id;
  }

  async #mandat(rang: number, tire: Histoire): Promise<Mandat> {
    const { id: MissionId } = await creer(this.admin, "Mission", {
      ...{ ...MISSION, nbAppart: tire.lots.length, numRegistre: String(100 + rang) },
      dateSignature: "2021-03-12",
    });
    const ClientIds: number[] = [];
    for (let part = 0; part < 3; part++) {
      const { id } = await creer(this.admin, "Client", {
        ...{ ...PROPRIETAIRE, nom: `Durand${rang}`, prenom: ["Paul", "Anne", "Jean"][part] },
      });
      await exige(this.admin.put(`/Mission/${MissionId}/client/add/${id}`));
      ClientIds.push(id);
    }
    const mandat: Mandat = {
      ...{ rang, MissionId, ClientIds, lots: [], tire, fonds: tire.fonds, immeuble: null },
    };
    await exige(
      this.admin.put(`/Mission/${MissionId}/conditions`, {
        ...{ depuis: "2021-04-01", modeFonds: tire.fonds, provision: tire.provision },
        ...{ tauxHonoraires: tire.taux, tauxEn: tire.tauxEn, tauxTva: 20, assiette: tire.assiette },
        ...(tire.assiette === "forfait" ? { forfait: 25, tauxHonoraires: null } : {}),
        autresHonoraires:
          tire.autre > 0 ? [{ libelle: "Suivi", montant: tire.autre, quand: "compte" }] : [],
        parts: partsDe(mandat, tire.parts),
      }),
    );
    for (const [numero, lot] of tire.lots.entries())
      mandat.lots.push(await this.#lot(mandat, numero, lot));
    return mandat;
  }

  async #lot(mandat: Mandat, numero: number, tire: LotTire): Promise<Lot> {
    const { id: AppartementId } = await creer(this.admin, "Appartement", {
      ...{ ...APPARTEMENT, adresse: `${mandat.rang + 1} rue du Hasard`, etage: String(numero) },
      ...{ loyerHC: tire.loyer / 100, charge: tire.charges / 100, surface: tire.surface / 100 },
      ...{ dpeClasse: tire.classe, dpeDate: tire.classe ? "2022-05-02" : null },
      typeImmeuble: "collectif",
    });
    for (const id of mandat.ClientIds)
      await exige(this.admin.put(`/Appartement/${AppartementId}/owner/add/${id}`));
    await exige(this.admin.put(`/Mission/${mandat.MissionId}/appartement/add/${AppartementId}`));
    await creer(this.admin, "Intendance", {
      ...{ nature: "depense", AppartementId, intitule: "Nettoyage", numFacture: "N-1" },
      ...{
        date: "2025-03-31",
        montant: (Math.round(tire.charges * 9) + 100) / 100,
        recuperable: "R44",
        regle: true,
      },
    });
    const lot: Lot = { AppartementId, tire, baux: [] };
    const { annee, mois, jour } = tire.debut;
    const debut = `${annee}-${String(mois).padStart(2, "0")}-${String(jour).padStart(2, "0")}`;
    await this.louer(lot, debut, PREMIER_MOIS);
    return lot;
  }

  /** A new tenant, whose rents are called from `mois` on. */
  async louer(lot: Lot, debut: Jour, mois: Mois): Promise<Answer<unknown>> {
    const { tire, AppartementId } = lot;
    const { id: LocataireId } = await creer(this.admin, "Locataire", {
      ...{ ...LOCATAIRE, nom: `Martin${AppartementId}`, prenom: `T${lot.baux.length}` },
      accordEmail: tire.jourQuitance > 1,
    });
    const valeurs = { 1: 143.46, 2: 145.17, 3: 144.51, 4: 144.64 }[tire.trimestre];
    const reponse = await this.admin.post<{ id: number }>("/Dossier", {
      ...{ ...BAIL, AppartementId, LocataireId, typeBail: tire.typeBail },
      ...{ dateEntree: debut, dateDebutBail: debut, dateCreationBail: ajouterJours(debut, -10) },
      ...{
        ...{ fraisDossierTTC: 90, fraisEdlTTC: 30, fraisDossierTauxTVA: 20 },
        ...{ honorairesBailleurTTC: 300, fraisEdlBailleurTTC: 120 },
        loyerHC: tire.loyer / 100,
        loyerCharge: tire.charges / 100,
        depotGarantie: tire.loyer / 100,
      },
      ...{ jourQuitance: tire.jourQuitance, chargesMode: tire.forfait ? "forfait" : "provisions" },
      ...{
        indice: valeurs,
        indiceTrim: `${tire.trimestre}${tire.trimestre === 1 ? "er" : "e"} trimestre 2024`,
      },
      ...(debut < "2025-01-01"
        ? {
            derniereRevision: `2024-${debut.slice(5)}`,
            dernierIndice: valeurs,
            dernierTrimestre: `${tire.trimestre}${tire.trimestre === 1 ? "er" : "e"} trimestre 2024`,
          }
        : {}),
    });
    if (reponse.status !== 201) return reponse;
    lot.baux.push({ DossierId: reponse.data.id, LocataireId, mois, part: false });
    await this.admin.post(`/Locataire/${LocataireId}/coordonnees`, {
      ...{ iban: IBAN_DURAND, titulaire: "MARTIN" },
    });
    await delaiPasse();
    if (tire.depot > 0) {
      const DossierId = reponse.data.id;
      // A mandate that has ended refuses to call the deposit.
      const appele = await this.admin.post(`/Dossier/${DossierId}/appel`, {
        ...{ nature: "depot", montant: tire.loyer / 100, exigibleLe: this.jour },
      });
      if (appele.status < 300)
        await this.admin.post("/Reglement", {
          ...{ DossierId, date: this.jour, montant: Math.round(tire.loyer * tire.depot) / 100 },
          ...{ mode: "virement", payeur: "locataire" },
        });
    }
    return reponse;
  }

  /**
   * In each group of three mandates, the first two share a building; the exercice of every second building starts in
   * July.
   */
  async #immeubles(): Promise<void> {
    for (let rang = 0; rang + 1 < this.mandats.length; rang += 3) {
      const siens = this.mandats.slice(rang, rang + 2);
      const lots = siens.flatMap(({ lots }) => lots);
      for (const { AppartementId } of lots)
        await db.run(
          sql`UPDATE "Appartement" SET adresse = ${`${rang + 1} rue du Hasard`} WHERE id = ${AppartementId}`,
        );
      const { data } = await exige(
        this.admin.post<{ id: number }>("/Immeuble/reunir", {
          AppartementIds: lots.map(({ AppartementId }) => AppartementId),
        }),
      );
      if (rang % 2 === 1)
        await exige(this.admin.put(`/Immeuble/${data.id}`, { exerciceDebut: "07-01" }));
      const poids = lots.map(({ AppartementId, tire }) => ({ AppartementId, poids: tire.surface }));
      const somme = poids.reduce((total, { poids }) => total + poids, 0);
      const cle = await exige(
        this.admin.post<{ id: number }>("/CleRepartition", {
          ...{ ImmeubleId: data.id, nom: "Surfaces", genre: "surface", depuis: "2020-01-01" },
          ...{ total: somme + (rang % 4) * 1_000, lots: poids },
        }),
      );
      for (const mandat of siens) mandat.immeuble = { id: data.id, CleId: cle.data.id };
    }
  }
}

/** Shares for the first owners of a mandate, each with a bank account. */
export function partsDe({ ClientIds }: Mandat, parts: readonly number[]) {
  const den = parts.reduce((somme, part) => somme + part, 0);
  return parts.map((num, rang) => ({
    ...{ ClientId: ClientIds[rang], num, den, iban: IBAN_DURAND, titulaire: "DURAND" },
  }));
}

/** The answer to a request without which the year cannot begin: a failure throws. */
async function exige<Reponse extends { status: number; error?: unknown }>(
  demande: Promise<Reponse>,
): Promise<Reponse> {
  const reponse = await demande;
  if (reponse.status >= 300) throw new Error(JSON.stringify(reponse.error));
  return reponse;
}
