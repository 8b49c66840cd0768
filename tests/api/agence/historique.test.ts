import { beforeAll, describe, expect, test } from "vitest";
import type { HistoryRow } from "#domain/agence/history.ts";
import type { UserDetail } from "#domain/profils/user.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  CAUTION,
  creer,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { deposer, envoyer, PDF, PNG } from "../../support/fichiers/televersements.ts";
import type { Answer } from "../../support/worker/api.ts";

interface Geste {
  /** Prepares the act, and returns the function that does it; the rank of the caller makes each call different. */
  preparer(): Promise<(rang: number) => Promise<Answer<unknown>>>;
  /** The lines that the act adds to the history. */
  lignes: string[];
  /**
   * The status of the first call, then that of the calls that come too late: 200 when the product counts a repeated
   * act as done.
   */
  reponses: [faite: number, tardive: number];
}

const ACCOMPTE = { dateDepart: "2026-01-01", dateFin: "2026-02-01", prix: 120, tva: 20 };
const INTENDANCE = { dateDepart: "2026-01-01", dateFin: "2026-12-31", prix: 120 };
const MANUELLE = { date: "2027-06-10", dateFin: "2027-06-20", prixHC: 300, charge: 40 };
const A_LA_FOIS = 4;

let agence: Agence;
/** A lease that no test deletes. */
let bail: Awaited<ReturnType<typeof louer>>;
beforeAll(async () => {
  agence = await ouvrirAgence();
  bail = await louer(agence.admin);
});

const histoire = async (filtre = "") =>
  (await agence.admin.get<HistoryRow[]>(`/History?${filtre}`)).data;

/** The history lines that `faire` adds, as « Client : Suppression ». */
async function lignesDe(faire: () => Promise<unknown>): Promise<string[]> {
  const [derniere] = await histoire("limit=1");
  await faire();
  const nouvelles = (await histoire()).filter(({ id }) => id > (derniere?.id ?? 0));
  return nouvelles.map(({ entite, etat }) => `${entite} : ${etat}`).sort();
}

const client = () => creer(agence.admin, "Client", PROPRIETAIRE);
const appartement = () => creer(agence.admin, "Appartement", APPARTEMENT);
const quittance = async () =>
  (
    await agence.admin.post<{ id: number; updatedAt: string }>(
      `/Quitance/generate/manual/${bail.DossierId}`,
      MANUELLE,
    )
  ).data;

/** The two acts on a link: one call makes it, another removes it. */
function lien(
  chemins: () => Promise<{ porteur: string; piece: string; retirer?: "put" | "delete" }>,
  [ajout, retrait]: [string, string],
): Geste[] {
  const adresse = ({ porteur, piece }: Awaited<ReturnType<typeof chemins>>, verbe: string) =>
    `/${porteur}/${verbe}/${piece}`;
  return [
    {
      preparer: async () => {
        const path = adresse(await chemins(), "add");
        return () => agence.admin.put(path);
      },
      lignes: [ajout],
      reponses: [200, 200],
    },
    {
      preparer: async () => {
        const noms = await chemins();
        await agence.admin.put(adresse(noms, "add"));
        return () => agence.admin[noms.retirer ?? "delete"](adresse(noms, "remove"));
      },
      lignes: [retrait],
      reponses: [200, 404],
    },
  ];
}

const GESTES: Geste[] = [
  {
    preparer: async () => {
      const { id } = await client();
      return () => agence.admin.delete(`/Client/${id}`);
    },
    lignes: ["Client : Suppression"],
    reponses: [204, 404],
  },
  {
    preparer: async () => {
      const { id, updatedAt } = await client();
      return (rang) => agence.admin.put(`/Client/${id}`, { nom: `Valois ${rang}`, updatedAt });
    },
    lignes: ["Client : Modification"],
    reponses: [200, 409],
  },
  ...lien(
    async () => ({
      porteur: `Appartement/${(await appartement()).id}/owner`,
      piece: `${bail.ClientId}`,
    }),
    ["Appartement : Propriétaire ajouté", "Appartement : Propriétaire retiré"],
  ),
  ...lien(async () => {
    const equipement = await creer(agence.admin, "Equipement", { nom: crypto.randomUUID() });
    const porteur = `Appartement/${bail.AppartementId}/equipement`;
    return { porteur, piece: `${equipement.id}`, retirer: "put" };
  }, ["Appartement : Équipement ajouté", "Appartement : Équipement retiré"]),
  ...lien(
    async () => ({
      porteur: `Dossier/${bail.DossierId}/caution`,
      piece: `${(await creer(agence.admin, "Caution", CAUTION)).id}`,
    }),
    ["Dossier : Caution ajoutée", "Dossier : Caution retirée"],
  ),
  ...lien(
    async () => ({
      porteur: `Mission/${(await creer(agence.admin, "Mission", MISSION)).id}/client`,
      piece: `${bail.ClientId}`,
    }),
    ["Mission : Commanditaire ajouté", "Mission : Commanditaire retiré"],
  ),
  ...lien(
    async () => ({
      porteur: `Mission/${(await creer(agence.admin, "Mission", MISSION)).id}/appartement`,
      piece: `${bail.AppartementId}`,
    }),
    ["Mission : Appartement ajouté", "Mission : Appartement retiré"],
  ),
  ...lien(
    async () => ({
      porteur: `Mission/${(await creer(agence.admin, "Mission", MISSION)).id}/accompte`,
      piece: `${(await creer(agence.admin, "Accompte", ACCOMPTE)).id}`,
    }),
    ["Mission : Acompte ajouté", "Mission : Acompte retiré"],
  ),
  ...lien(
    async () => ({
      porteur: `Locataire/${bail.LocataireId}/fichier`,
      piece: `${(await deposer(agence.admin)).id}`,
    }),
    ["Locataire : Fichier ajouté", "Locataire : Fichier retiré"],
  ),
  {
    preparer: async () => {
      const locataire = await creer(agence.admin, "Locataire", LOCATAIRE);
      const path = `/Appartement/${(await appartement()).id}/tenant/add/${locataire.id}`;
      return () => agence.admin.put(path, BAIL);
    },
    lignes: [
      "Appartement : Entrée d’un locataire",
      "Dossier : Création",
      "Locataire : Entrée dans un appartement",
    ],
    reponses: [200, 200],
  },
  {
    preparer: async () => {
      const { AppartementId, LocataireId } = await louer(agence.admin);
      const path = `/Appartement/${AppartementId}/tenant/remove/${LocataireId}`;
      return () => agence.admin.delete(path, {});
    },
    lignes: [
      "Appartement : Sortie d’un locataire",
      "Dossier : Clôture",
      "Locataire : Sortie d’un appartement",
    ],
    reponses: [200, 404],
  },
  {
    preparer: async () => {
      const { DossierId } = await louer(agence.admin);
      const { data } = await agence.admin.get<{ updatedAt: string }>(`/Dossier/${DossierId}`);
      const change = { AppartementId: (await appartement()).id, updatedAt: data.updatedAt };
      return () => agence.admin.put(`/Dossier/${DossierId}`, change);
    },
    lignes: ["Appartement : Entrée d’un locataire", "Dossier : Modification"],
    reponses: [200, 409],
  },
  {
    preparer: async () => {
      const { AppartementId } = bail;
      const { id } = await creer(agence.admin, "Intendance", { ...INTENDANCE, AppartementId });
      return () => agence.admin.put(`/Intendance/${id}/renouveler`);
    },
    lignes: ["Intendance : Création", "Intendance : Renouvellement"],
    reponses: [200, 409],
  },
  {
    preparer: async () => {
      const { DossierId } = await louer(agence.admin);
      return () => agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2026-01-01" });
    },
    lignes: ["Quitance : Générée"],
    reponses: [201, 200],
  },
  {
    preparer: async () => {
      const { id } = await quittance();
      return () => agence.admin.get(`/Quitance/switchState/true/${id}`);
    },
    lignes: ["Quitance : Payée", "Reglement : Enregistré"],
    reponses: [200, 200],
  },
  {
    preparer: async () => {
      const { id } = await quittance();
      return () => agence.admin.put(`/Quitance/${id}`, { relance: true });
    },
    lignes: ["Quitance : Relance notée"],
    reponses: [200, 200],
  },
  {
    preparer: async () => {
      const { id } = await quittance();
      return () => agence.admin.delete(`/Quitance/${id}`);
    },
    lignes: ["Quitance : Suppression"],
    reponses: [204, 404],
  },
  {
    preparer: async () => {
      const bailSigne = { champ: "contratLocation", fichier: "bail.pdf", contenu: PDF };
      const path = `/Dossier/${bail.DossierId}`;
      await envoyer(agence.admin, path, [bailSigne], { methode: "PUT" });
      return () => agence.admin.delete(`${path}/contratLocation`);
    },
    lignes: ["Dossier : Document retiré"],
    reponses: [200, 404],
  },
  {
    preparer: async () => {
      const { id } = await deposer(agence.admin);
      return () => agence.admin.delete(`/Fichier/${id}`);
    },
    lignes: ["Fichier : Suppression"],
    reponses: [204, 404],
  },
  {
    preparer: async () => {
      const logo = { champ: "image", fichier: "logo.png", contenu: PNG };
      await envoyer(agence.admin, "/Agence/visuels/logo", [logo], { methode: "PUT" });
      return () => agence.admin.delete("/Agence/visuels/logo");
    },
    lignes: ["Variable : Image supprimée"],
    reponses: [200, 404],
  },
];

describe("L’historique garde une ligne par écriture qui a eu lieu, et aucune pour celle qui n’a rien écrit", () => {
  test.each(GESTES.map((geste) => [geste.lignes.join(" ; "), geste] as const))(
    "%s",
    async (_, { preparer, lignes, reponses: [faite, tardive] }) => {
      const faire = await preparer();
      const statuts: number[] = [];
      const ensemble = await lignesDe(async () => {
        const reponses = await Promise.all(
          Array.from({ length: A_LA_FOIS }, (_, rang) => faire(rang)),
        );
        statuts.push(...reponses.map(({ status }) => status));
      });
      expect(ensemble).toEqual(lignes);
      expect(statuts.sort()).toEqual([faite, ...Array(A_LA_FOIS - 1).fill(tardive)].sort());
      expect(await lignesDe(async () => expect((await faire(0)).status).toBe(tardive))).toEqual([]);
    },
  );

  test("ce qui naît est dit de lui-même : sa première ligne est sa création", async () => {
    const { AppartementId } = bail;
    const { DossierId } = await louer(agence.admin);
    const intendance = await creer(agence.admin, "Intendance", { ...INTENDANCE, AppartementId });
    const { data: suivante } = await agence.admin.put<{ id: number }>(
      `/Intendance/${intendance.id}/renouveler`,
    );
    const nes = {
      Client: (await client()).id,
      Dossier: DossierId,
      Intendance: suivante.id,
      Fichier: (await deposer(agence.admin)).id,
      Quitance: (await quittance()).id,
    };
    for (const [entite, id] of Object.entries(nes)) {
      const lignes = await histoire(`entite=${entite}&id=${id}`);
      expect(lignes.map(({ etat }) => etat)).toEqual([
        entite === "Quitance" ? "Générée" : "Création",
      ]);
    }
  });

  test("l’histoire d’une fiche se lit page à page, se trie, et se cherche par événement et par personne", async () => {
    const { id } = await client();
    for (const ville of ["Lille", "Nantes", "Metz"]) {
      await agence.user.put(`/Client/${id}`, { ville });
    }
    const lire = (reste: string) =>
      agence.admin.get<HistoryRow[]>(`/History?entite=Client&id=${id}&page=1&limit=2&${reste}`);
    const [recentes, anciennes, creation, parUser] = await Promise.all(
      ["sort=-id", "sort=id", "q=création", "q=modif user@"].map(lire),
    );
    expect(recentes).toMatchObject({ total: 4, data: [{ etat: "Modification" }, {}] });
    expect(anciennes).toMatchObject({ total: 4, data: [{ etat: "Création" }, {}] });
    expect(creation).toMatchObject({ total: 1, data: [{ etat: "Création" }] });
    expect(parUser).toMatchObject({ total: 3 });
  });

  test("un compte modifié deux fois sur la même version ne l’est, et ne le dit, qu’une", async () => {
    const { data } = await agence.admin.get<{ id: number; updatedAt: string }[]>("/User?q=user@");
    const [compte] = data;
    if (!compte) throw new Error("Le compte manque.");
    const { id, updatedAt } = compte;
    const reponses = await Promise.all(
      ["un", "deux"].map((nom) =>
        agence.admin.put(`/User/${id}`, { email: `${nom}@agence.example`, updatedAt }),
      ),
    );
    expect(reponses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { data: fiche } = await agence.admin.get<UserDetail>(`/User/${id}`);
    expect(fiche.history.filter(({ etat }) => etat === "Modification")).toHaveLength(1);
  });
});

test("un utilisateur a un nom : donné à l’inscription ou par lui-même, lu par ses collègues, et facultatif", async () => {
  const noms = async () =>
    (await agence.user.get<{ email: string; nom: string }[]>("/user/noms")).data;
  const inscrite = await agence.admin.post<{ user: { id: number; nom?: string } }>(
    "/user/register",
    { email: "prenommee@agence.example", role: "user", nom: "Camille Roussel" },
  );
  const { id } = inscrite.data.user;
  expect((await agence.admin.get<UserDetail>(`/User/${id}`)).data.nom).toBe("Camille Roussel");
  const sans = await agence.admin.post<{ user: object }>("/user/register", {
    email: "sans@agence.example",
    role: "user",
  });
  expect(sans.data.user).not.toHaveProperty("nom");

  const moi = await agence.user.put<{ nom: string }>("/user/me", { nom: "  Luc Martin " });
  expect(moi).toMatchObject({ status: 200, data: { nom: "Luc Martin" } });
  expect((await agence.user.get<{ nom: string }>("/user/me")).data.nom).toBe("Luc Martin");
  expect(await agence.user.put("/user/me", { nom: "Luc", role: "admin" })).toMatchObject({
    status: 422,
  });
  const { email } = (await agence.user.get<{ email: string }>("/user/me")).data;
  const luc = { email, nom: "Luc Martin" };
  expect(await noms()).toEqual(
    expect.arrayContaining([{ email: "prenommee@agence.example", nom: "Camille Roussel" }, luc]),
  );

  await agence.user.put("/user/me", { nom: null });
  expect(await noms()).not.toContainEqual(luc);
});

test("une quittance se nomme par son mois et son locataire ; une autre fiche, par son numéro seul", async () => {
  const { id } = await quittance();
  const [deQuittance] = await histoire(`entite=Quitance&id=${id}&limit=1`);
  expect(deQuittance?.quittance).toEqual({ mois: "2027-06", locataire: "M. Léo Dupont" });
  const [deBail] = await histoire("entite=Dossier&limit=1");
  expect(deBail?.quittance).toBeNull();
});
