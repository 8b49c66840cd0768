import { expect } from "vitest";
import type { CodeEnvoye, VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import type {
  DemandeDetail,
  LectureDeSignataire,
  PreparationDeSignature,
} from "#domain/signature/wire.ts";
import { nouvelleCle } from "#worker/documents/signature/cle.ts";
import type { Answer, Api } from "../worker/api.ts";
import { freshHouse } from "../worker/database.ts";
import { openHouse } from "../worker/house.ts";
import { type Agence, creer, ouvrirAgence } from "./agence.ts";

/** A rate limit that refuses nothing: the tests try more often than people do. */
const SANS_LIMITE: RateLimit = { limit: async () => ({ success: true }) };

/** An agency with a seal, a name and every setting that its papers print. */
export async function ouvrirAgenceQuiScelle(): Promise<Agence> {
  const agence = await ouvrirAgence(
    openHouse({
      SEAL_KEY: nouvelleCle(),
      VALIDATION_LIMIT: SANS_LIMITE,
      MAIL_LIMIT: SANS_LIMITE,
      DOCUMENT_LIMIT: SANS_LIMITE,
      EXPORT_LIMIT: SANS_LIMITE,
    }),
  );
  for (const [nom, valeur] of Object.entries(AGENCE))
    await agence.admin.post("/Variable", { nom, valeur });
  return agence;
}

const AGENCE = {
  agenceNom: "Saint-Michel Gestion",
  agenceAdresse: "12 rue Soufflot",
  agenceCp: "75005",
  agenceVille: "Paris",
  carteType: "Gestion",
  carteLieu: "Paris Île-de-France",
  garantAdresse: "89 rue La Boétie, 75008 Paris",
  garantMontant: "110 000 €",
  lieuSignature: "Paris",
  rcpAssureur: "MMA",
  rcpPolice: "120 137 405",
  mediateurNom: "Médicys",
  signataireNom: "Léa Martin",
};

/** A signer who opens his link, reads his mails, enters his code, reads the paper and signs it. */
export class Signataire {
  readonly #agence: Agence;
  readonly mail: string;
  visite = "";

  constructor(agence: Agence, mail: string) {
    this.#agence = agence;
    this.mail = mail;
  }

  #courriels() {
    return this.#agence.house.mails.filter(({ to }) => [to].flat().includes(this.mail));
  }

  /** The secret of the link that he received last. */
  get jeton(): string {
    return (
      this.#courriels()
        .map(({ text }) => text?.match(/\/signature\/([\w-]{43})/)?.[1])
        .findLast(Boolean) ?? ""
    );
  }

  get code(): string {
    return (
      this.#courriels()
        .map(({ text }) => text?.match(/signer est\u00A0: (\d{6})\b/)?.[1])
        .findLast(Boolean) ?? ""
    );
  }

  get sujets(): string[] {
    return this.#courriels().map(({ subject }) => subject);
  }

  async demanderCode(): Promise<Answer<CodeEnvoye>> {
    return this.#agence.personne.post("/Signature/code", { jeton: this.jeton });
  }

  async entrer(): Promise<this> {
    await this.demanderCode();
    const { data } = await this.#agence.personne.post<VisiteProprietaire>("/Signature/visite", {
      jeton: this.jeton,
      code: this.code,
    });
    this.visite = data.jeton;
    return this;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#agence.personne.fetch(`/api/Signature${path}`, {
      ...init,
      headers: {
        ...init.headers,
        Authorization: `Visite ${this.visite}`,
        "User-Agent": "Essai/1.0",
        "CF-Connecting-IP": "203.0.113.77",
      },
    });
  }

  async lire(): Promise<LectureDeSignataire> {
    const reponse: { data: LectureDeSignataire } = await (await this.fetch("/document")).json();
    return reponse.data;
  }

  async poster(
    path: string,
    body: object,
  ): Promise<{ status: number; fields: Record<string, string>; message: string }> {
    const reponse = await this.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { error } = JSON.parse((await reponse.text()) || "{}");
    return { status: reponse.status, fields: error?.fields ?? {}, message: error?.message ?? "" };
  }

  async signer(reste: object = {}) {
    const { demande, signataire } = await this.lire();
    await this.poster("/lu", { secondes: 42 });
    return this.poster("/signer", {
      nom: signataire.nom,
      consentement: true,
      empreinte: demande.empreinte,
      ...reste,
    });
  }
}

/** Empties the database, then makes an agency that seals and a lease to sign. */
export async function ouvrirAvecUnBail() {
  await freshHouse();
  const agence = await ouvrirAgenceQuiScelle();
  return { agence, bail: await unBailASigner(agence) };
}

export type BailASigner = Awaited<ReturnType<typeof unBailASigner>>;

export interface PapierASigner {
  type: string;
  entiteId: number;
  sources?: Record<string, number>;
}

/** The request that puts a paper to signature; it must succeed. */
export async function ouvrirDemande(
  { user }: Agence,
  papier: PapierASigner,
  changements: object = {},
): Promise<DemandeDetail> {
  const { status, data, error } = await mettreEnSignature(user, papier, changements);
  expect([status, error]).toEqual([201, undefined]);
  return data;
}

export const lireDemande = async ({ user }: Agence, id: number): Promise<DemandeDetail> =>
  (await user.get<DemandeDetail>(`/DemandeSignature/${id}`)).data;

export const sceller = ({ admin }: Agence, id: number): Promise<Answer<DemandeDetail>> =>
  admin.post<DemandeDetail>(`/DemandeSignature/${id}/signer`);

/** Puts a paper to signature with the signers that its records propose. */
export async function mettreEnSignature(
  api: Api,
  papier: PapierASigner,
  changements: object = {},
): Promise<Answer<DemandeDetail>> {
  const { type, entiteId, sources = {} } = papier;
  const query = new URLSearchParams({
    type,
    entiteId: String(entiteId),
    ...Object.fromEntries(Object.entries(sources).map(([nom, id]) => [nom, String(id)])),
  });
  const { data, error } = await api.get<PreparationDeSignature>(
    `/DemandeSignature/preparation?${query}`,
  );
  if (!data) throw new Error(JSON.stringify(error));
  return api.post<DemandeDetail>("/DemandeSignature", {
    ...papier,
    lieu: "distance",
    consommateur: true,
    signataires: data.signataires,
    ...changements,
  });
}

/** A lease with no blank to fill: two tenants, and a guarantor whose identity paper is not on file yet. */
export async function unBailASigner({ admin }: Agence) {
  const client = await creer(admin, "Client", {
    titre: "Madame",
    nom: "de La Tour",
    prenom: "Jeanne",
    naissance: "1960-02-03",
    lieuNaissance: "Lyon",
    adresse: "3 place Bellecour",
    codePostal: "69002",
    ville: "Lyon",
    mailPerso: "jeanne@exemple.fr",
    mobilePerso: "06 12 34 56 78",
    adresseDefaut: "adresse",
    mailDefaut: "mailPerso",
    telDefaut: "mobilePerso",
  });
  const appartement = await creer(admin, "Appartement", {
    adresse: "27 bis boulevard Saint-Michel",
    codePostal: "75005",
    ville: "Paris",
    etage: "4",
    surface: 45.6,
    nbPiece: 2,
    loyerHC: 850,
    charge: 0,
    periodeConstruction: "1946-1970",
    typeImmeuble: "collectif",
    chauffage: "individuelle",
    eauChaude: "individuelle",
    dpeClasse: "C",
    identifiantFiscal: "750500000001",
  });
  await admin.put(`/Appartement/${appartement.id}/owner/add/${client.id}`);
  const locataire = await creer(admin, "Locataire", {
    titre: "Madame",
    nom: "Roy",
    prenom: "Léa",
    naissance: "1995-05-06",
    lieuNaissance: "Lille",
    mail: "lea@exemple.fr",
    tel: "06 11 22 33 44",
    adresse: "1 rue de la Paix",
    codePostal: "75002",
    ville: "Paris",
    secondTitulaire: true,
    autreTitre: "Monsieur",
    autreNom: "Dupont",
    autrePrenom: "Hugo",
    autreNaissance: "1994-07-08",
    autreLieuNaissance: "Brest",
    autreMail: "hugo@exemple.fr",
    autreTel: "06 55 66 77 88",
  });
  const dossier = await creer(admin, "Dossier", {
    AppartementId: appartement.id,
    LocataireId: locataire.id,
    dateEntree: "2026-12-01",
    dateCreationBail: "2026-11-25",
    dateDebutBail: "2026-12-01",
    depotGarantie: 850,
    jourQuitance: 5,
    loyerHC: 850,
    loyerCharge: 0,
    numFraisDossier: "F-2026-018",
    lieuSignature: "Paris",
    indice: 145.77,
    indiceTrim: "2026-T2",
    typeBail: "nu",
    travaux: "Néant",
    fraisDossierTTC: 0,
    honorairesBailleurTTC: 0,
    fraisEdlTTC: 0,
    fraisEdlBailleurTTC: 0,
  });
  const caution = await creer(admin, "Caution", {
    titre: "Madame",
    nom: "Petit",
    prenom: "Ana",
    naissance: "1970-01-02",
    lieuNaissance: "Nice",
    adresse: "5 rue du Port",
    cp: "06000",
    ville: "Nice",
    mail: "ana@exemple.fr",
    mobile: "06 11 22 33 44",
    montantMax: 30_600,
    dureeType: "determinee",
    dateFinCaution: "2029-11-30",
    colocataire: "premier",
  });
  await admin.put(`/Dossier/${dossier.id}/caution/add/${caution.id}`);
  return {
    ClientId: client.id,
    AppartementId: appartement.id,
    LocataireId: locataire.id,
    DossierId: dossier.id,
    CautionId: caution.id,
  };
}
