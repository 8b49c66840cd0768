import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  aLeurTour,
  aRappeler,
  aRemplacer,
  type Demande,
  estOuverte,
  etatDemande,
  expiration,
  type Geste,
  joursDeRappel,
  type Place,
  type Role,
  refusDuGeste,
} from "#domain/signature/demande.ts";
import { ouverture, signature } from "#domain/signature/signature-fiche.ts";

const OUVERTE = new Date("2026-11-25T10:00:00+01:00");
const jour = (numero: number, heure = 12) =>
  new Date(OUVERTE.getTime() + numero * 86_400_000 + (heure - 10) * 3_600_000);

/** A request whose signers have these roles; each is named by its rank, as « locataire 1 ». */
const uneDemande = (...roles: string[]): Demande => ({
  ouverteLe: OUVERTE.toISOString(),
  expireLe: expiration(OUVERTE),
  annuleeLe: null,
  remplaceeLe: null,
  scelleLe: null,
  signataires: roles.map((dit, id) => {
    const [role = "", rang = "1"] = dit.split(" ");
    return { id, role: role as Role, rang: Number(rang), signeLe: null, refuseLe: null };
  }),
});

/** The request after an accepted act. */
function apres(demande: Demande, geste: Geste, now: Date): Demande {
  const le = now.toISOString();
  if (!("id" in geste)) {
    const fin = { annuler: "annuleeLe", remplacer: "remplaceeLe", sceller: "scelleLe" } as const;
    return { ...demande, [fin[geste.genre]]: le };
  }
  const champ = geste.genre === "signer" ? "signeLe" : "refuseLe";
  const signataires = demande.signataires.map((signataire) =>
    signataire.id === geste.id ? { ...signataire, [champ]: le } : signataire,
  );
  return { ...demande, signataires };
}

function jouer(demande: Demande, gestes: readonly Geste[], now = jour(1)): Demande {
  return gestes.reduce((avant, geste) => {
    expect(refusDuGeste(avant, geste, now)).toBeNull();
    return apres(avant, geste, now);
  }, demande);
}

const signer = (id: number): Geste => ({ genre: "signer", id });
const tour = (demande: Demande, now = jour(1)) => aLeurTour(demande, now).map(({ id }) => id);

describe("Un document mis en signature", () => {
  it("est signé par les locataires dans n’importe quel ordre, puis par l’agence, puis scellé", () => {
    const demande = uneDemande("locataire", "locataire", "agence");
    expect(tour(demande)).toEqual([0, 1]);
    expect(refusDuGeste(demande, signer(2), jour(1))).toBe(
      "Les autres signataires n’ont pas tous signé.",
    );
    const parUn = jouer(demande, [signer(1)]);
    expect(etatDemande(parUn, jour(1))).toBe("a_signer");
    const parTous = jouer(parUn, [signer(0)]);
    expect(etatDemande(parTous, jour(1))).toBe("a_signer_agence");
    expect(tour(parTous)).toEqual([2]);
    const signee = jouer(parTous, [signer(2)]);
    expect(etatDemande(signee, jour(1))).toBe("a_sceller");
    expect(etatDemande(jouer(signee, [{ genre: "sceller" }]), jour(1))).toBe("scellee");
  });

  it("attend le rang d’avant", () => {
    const demande = uneDemande("mandant 2", "mandant 1", "agence");
    expect(tour(demande)).toEqual([1]);
    expect(refusDuGeste(demande, signer(0), jour(1))).toBe("Un autre signataire signe avant vous.");
    expect(tour(jouer(demande, [signer(1)]))).toEqual([0]);
  });

  it("s’arrête au premier refus, même avant son tour ; l’agence annule, elle ne refuse pas", () => {
    const demande = uneDemande("locataire 1", "caution 2", "agence");
    const refusee = jouer(demande, [{ genre: "refuser", id: 1 }]);
    expect(etatDemande(refusee, jour(1))).toBe("refusee");
    expect(refusDuGeste(refusee, signer(0), jour(1))).toMatch(/a refusé/);
    expect(refusDuGeste(demande, { genre: "refuser", id: 2 }, jour(1))).toMatch(/annule/);
  });

  it("ouvert le 25 novembre à 10 h, se signe jusqu’au 9 décembre à 10 h et se rappelle le 27, le 30 et le 8", () => {
    const demande = uneDemande("locataire", "agence");
    expect(demande.expireLe).toBe("2026-12-09T09:00:00.000Z");
    expect(joursDeRappel(demande)).toEqual(["2026-11-27", "2026-11-30", "2026-12-08"]);
    expect(refusDuGeste(demande, signer(0), jour(14, 9))).toBeNull();
    expect(refusDuGeste(demande, signer(0), jour(14, 10))).toMatch(/délai/);
    expect(etatDemande(demande, jour(14, 10))).toBe("expiree");
    expect(aRappeler(demande, jour(2)).map(({ role }) => role)).toEqual(["locataire"]);
    expect(aRappeler(demande, jour(3))).toEqual([]);
    expect(aRappeler(jouer(demande, [signer(0)]), jour(5)).map(({ role }) => role)).toEqual([
      "agence",
    ]);
  });

  it("n’expire plus une fois signé de tous : il reste à sceller", () => {
    const signee = jouer(uneDemande("locataire", "agence"), [signer(0), signer(1)]);
    expect(etatDemande(signee, jour(30))).toBe("a_sceller");
    expect(refusDuGeste(signee, { genre: "sceller" }, jour(30))).toBeNull();
  });

  it("en cours est remplacé par un scan déposé au même endroit : ses liens ne signent plus", () => {
    const bail: Place = { entite: "Dossier", entiteId: 12, champ: "contratLocation" };
    const ouverte = { ...uneDemande("locataire", "agence"), ...bail };
    const ailleurs = { ...ouverte, entiteId: 13 };
    const annulee = { ...ouverte, annuleeLe: OUVERTE.toISOString() };
    expect(aRemplacer([annulee, ailleurs, ouverte], bail, jour(1))).toEqual([ouverte]);
    const remplacee = jouer(ouverte, [{ genre: "remplacer" }]);
    expect(refusDuGeste(remplacee, signer(0), jour(1))).toMatch(/remplacé/);
  });

  it("n’a qu’une fin, quel que soit l’ordre des gestes ; il n’est scellé que signé de tous, l’agence la dernière", () => {
    const role = fc.constantFrom("locataire 1", "locataire 2", "caution 1", "mandant 3");
    const geste = fc.oneof(
      { weight: 6, arbitrary: fc.record({ genre: fc.constant("signer" as const), id: fc.nat(4) }) },
      {
        weight: 1,
        arbitrary: fc.record({ genre: fc.constant("refuser" as const), id: fc.nat(4) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ genre: fc.constantFrom("annuler" as const, "remplacer" as const) }),
      },
      { weight: 3, arbitrary: fc.record({ genre: fc.constant("sceller" as const) }) },
    );
    const suite = fc.array(fc.tuple(geste, fc.nat(3)), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(role, { minLength: 1, maxLength: 4 }), suite, (roles, gestes) => {
        let demande = uneDemande(...roles, "agence");
        let heures = 0;
        for (const [geste, attente] of gestes) {
          heures += attente * 20;
          const now = jour(0, 10 + heures);
          const avant = etatDemande(demande, now);
          if (refusDuGeste(demande, geste, now) !== null) continue;
          expect(estOuverte(demande, now)).toBe(true);
          if (geste.genre === "signer") {
            const { rang } = demande.signataires[geste.id] ?? {};
            for (const autre of demande.signataires)
              if (autre.role !== "agence" && autre.rang < (rang ?? 0) && avant === "a_signer")
                expect(autre.signeLe).not.toBeNull();
          }
          demande = apres(demande, geste, now);
        }
        const { annuleeLe, remplaceeLe, scelleLe, signataires } = demande;
        const refus = signataires.filter(({ refuseLe }) => refuseLe !== null);
        const fins = [annuleeLe, remplaceeLe, scelleLe, ...refus].filter((fin) => fin !== null);
        expect(fins.length).toBeLessThanOrEqual(1);
        const agence = signataires.at(-1);
        for (const { signeLe } of signataires) {
          if (scelleLe !== null) expect(signeLe).not.toBeNull();
          if (agence?.signeLe) expect(signeLe && signeLe <= agence.signeLe).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("Ce que l’agence demande", () => {
  const locataire = { role: "locataire", nom: "Zoé Roy", mail: "zoe@exemple.fr" };
  const agence = { role: "agence", nom: "Léa Martin" };
  const demande = (signataires: unknown[], lieu = "distance") =>
    z.safeParse(ouverture, { type: "contratLocation", entiteId: 12, lieu, signataires });
  const refus = (lu: ReturnType<typeof demande>) => lu.error?.issues.map(({ message }) => message);

  it("nomme au moins un signataire et, une fois, l’agence ; à distance, chacun a sa boîte", () => {
    expect(demande([locataire, agence]).data?.signataires).toMatchObject([
      { rang: 1 },
      { rang: 1 },
    ]);
    expect(refus(demande([agence]))).toEqual(["Choisissez au moins un signataire."]);
    expect(refus(demande([locataire]))).toEqual(["L’agence signe une fois, la dernière."]);
    const sansBoite = { ...locataire, mail: null };
    expect(refus(demande([sansBoite, agence]))).toEqual([
      "À distance, chaque signataire a une adresse e-mail.",
    ]);
    expect(demande([sansBoite, agence], "agence").success).toBe(true);
  });

  it("n’accepte de signature que de qui a coché la phrase", () => {
    const EMPREINTE = "a".repeat(64);
    expect(
      z.safeParse(signature, { nom: "Zoé Roy", empreinte: EMPREINTE, consentement: true }).success,
    ).toBe(true);
    expect(
      z.safeParse(signature, { nom: "Zoé Roy", empreinte: EMPREINTE, consentement: false }).success,
    ).toBe(false);
  });
});
