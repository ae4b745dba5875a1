package rights

import (
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, 11, 26, 15, 0, 0, 0, time.UTC)

func day(text string) *time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return &at
}

// TestVerdicts covers the rules of .github/RIGHTS.md.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	reserved := Signal{Kind: TDMReservation, Value: "1"}
	training := map[Use]State{MachineLearning: Allowed}
	for name, c := range map[string]struct {
		rights   Default
		contract *Contract
		signals  []Signal
		want     string // link, snippet, full text, machine learning
	}{
		"nothing":   {UnknownRights, nil, nil, "unknown/nothing unknown/nothing unknown/nothing unknown/nothing"},
		"permitted": {PermittedRights, nil, nil, "allowed/rights allowed/rights allowed/rights allowed/rights"},
		"restricted": {RestrictedRights, nil, nil,
			"unknown/nothing reserved/rights reserved/rights reserved/rights"},
		"signal": {UnknownRights, nil, []Signal{reserved},
			"unknown/nothing unknown/nothing unknown/nothing reserved/signal"},
		"signal beats rights": {PermittedRights, nil, []Signal{reserved},
			"allowed/rights allowed/rights allowed/rights reserved/signal"},
		"contradiction: the strictest counts": {UnknownRights, nil,
			[]Signal{{Kind: ContentSignal, Value: "ai-train=yes"}, reserved, {Kind: TrustFile, Value: "datatrainingallowed=no"}},
			"unknown/nothing unknown/nothing unknown/nothing forbidden/signal"},
		"contract beats signals": {RestrictedRights, &Contract{Uses: training}, []Signal{reserved},
			"unknown/nothing reserved/rights reserved/rights allowed/contract"},
		"contract can exclude what a site allows": {UnknownRights,
			&Contract{Uses: map[Use]State{FullText: Forbidden}}, []Signal{{Kind: License,
				Value: "https://creativecommons.org/licenses/by/4.0/"}},
			"allowed/signal allowed/signal forbidden/contract unknown/nothing"},
		"last day of a contract": {UnknownRights, &Contract{Uses: training, ValidUntil: day("2026-11-26")},
			[]Signal{reserved},
			"unknown/nothing unknown/nothing unknown/nothing allowed/contract"},
		"contract has ended": {UnknownRights, &Contract{Uses: training, ValidUntil: day("2026-11-25")}, []Signal{reserved},
			"unknown/nothing unknown/nothing unknown/nothing reserved/signal"},
		"prohibition beats all": {ForbiddenRights, &Contract{Uses: training}, nil,
			"forbidden/prohibition forbidden/prohibition forbidden/prohibition forbidden/prohibition"},
	} {
		verdicts := Derive(c.rights, c.contract, c.signals, today)
		var got []string
		for _, use := range Uses {
			v := verdicts[use]
			got = append(got, string(v.State)+"/"+string(v.Basis))
			if (v.Signal != nil) != (v.Basis == BySignal) {
				t.Errorf("%s: signal of %s: %v", name, use, v.Signal)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestEffects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind  Kind
		value string
		want  string // states of link, snippet, full text, machine learning; "-" without an effect
	}{
		{RobotsAgents, "CCBot, GPTBot", "- - - reserved"},
		{RobotsOwn, "*", "- reserved reserved reserved"},
		{RobotsLicense, "https://paper.example/license.xml", "- - - -"},
		{ContentSignal, "ai-train=no, search=yes", "allowed allowed - reserved"},
		{ContentSignal, "ai-input=no, ai-train=yes", "- - - reserved"},
		{ContentSignal, "search=no", "reserved reserved - -"},
		{ContentSignal, "unheard-of=no", "- - - -"},
		{ContentUsage, "train-ai=n", "- - - reserved"},
		{ContentUsage, "search=y, train-ai=y", "allowed allowed - allowed"},
		{ContentUsage, "train-ai=y for /news/", "- - - allowed"},
		{ContentSignal, "ai-train=no, search=yes for /news/", "allowed allowed - reserved"},
		{RobotsOwn, "* for /news/", "- reserved reserved reserved"},
		{TDMReservation, "1", "- - - reserved"},
		{TDMReservation, "1 for /archive/", "- - - reserved"},
		{TDMReservation, "0", "- - - allowed"},
		{TDMPolicy, "https://paper.example/policy.json", "- - - -"},
		{RobotsMeta, "noai, nosnippet", "- forbidden - forbidden"},
		{RobotsMeta, "max-snippet:0, noarchive", "- forbidden reserved -"},
		{TrustFile, "datatrainingallowed=no", "- - - forbidden"},
		{TrustFile, "datatrainingallowed=yes", "- - - allowed"},
		{RSL, "permits search; prohibits ai-train", "allowed allowed - forbidden"},
		{RSL, "permits ai-train; payment subscription", "- - - reserved"},
		{RSL, "permits all; payment free", "allowed allowed allowed allowed"},
		{RSL, "prohibits all", "forbidden forbidden forbidden forbidden"},
		{Copyright, "© 2026 The Paper. All rights reserved.", "- - reserved -"},
		{Copyright, "© Zeitung, alle Rechte vorbehalten", "- - reserved -"},
		{Copyright, "© Lehti. Kaikki oikeudet pidätetään", "- - reserved -"},
		{Copyright, "© 新聞社 無断転載を禁じます。", "- - reserved -"},
		{Copyright, "© 新聞社 無断転載・複製を禁じます。", "- - reserved -"},
		{Copyright, "Wszelkie prawa zastrzeżone", "- - reserved -"},
		{Copyright, "Alle rettigheder forbeholdes", "- - reserved -"},
		{Copyright, "Všetky práva vyhradené", "- - reserved -"},
		{Copyright, "Με επιφύλαξη παντός δικαιώματος", "- - reserved -"},
		{Copyright, "Усі права захищено", "- - reserved -"},
		{Copyright, "版权所有", "- - reserved -"},
		{Copyright, "무단 전재 및 재배포 금지", "- - reserved -"},
		{Copyright, "جميع الحقوق محفوظة", "- - reserved -"},
		{Copyright, "© 2026 The Paper", "- - - -"},
		{Copyright, "https://creativecommons.org/publicdomain/zero/1.0/", "allowed allowed allowed allowed"},
		{Copyright, "Licence: http://creativecommons.org/licenses/by-nc/4.0/", "allowed allowed reserved -"},
		{Copyright, "CC BY-NC-SA 4.0", "allowed allowed reserved -"},
		{License, "CC-BY-SA", "allowed allowed allowed -"},
		{License, "CC0 1.0", "allowed allowed allowed allowed"},
		{Copyright, "Public domain (CC0)", "allowed allowed allowed allowed"},
		{Copyright, "CC0 1.0 Universal (Public Domain)", "allowed allowed allowed allowed"},
		{License, "Creative Commons Zero", "allowed allowed allowed allowed"},
		{License, "Creative Commons Attribution 4.0 International (CC BY 4.0)", "allowed allowed allowed -"},
		{License, "Creative Commons Attribution-Non-Commercial", "allowed allowed reserved -"},
		{Copyright, "Creative Commons Attribution-NonCommercial 4.0 License", "allowed allowed reserved -"},
		{Copyright, "Public domain photos", "- - - -"},
		{Copyright, "Fotos: CC BY-SA 4.0", "- - - -"},
		{License, "https://creativecommons.org/licenses/by-sa/4.0/", "allowed allowed allowed -"},
		{License, "http://creativecommons.org/licenses/by-nc-nd/3.0/es/", "allowed allowed reserved -"},
		{License, "https://creativecommons.org/publicdomain/zero/1.0/", "allowed allowed allowed allowed"},
		{License, "https://paper.example/terms", "- - - -"},
	} {
		effects := Signal{Kind: c.kind, Value: c.value}.Effects()
		var got []string
		for _, use := range Uses {
			state := string(effects[use])
			if state == "" {
				state = "-"
			}
			got = append(got, state)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s %q: got %s, want %s", c.kind, c.value, got, c.want)
		}
	}
}

// TestReservationsInWords covers copyright texts that reserve machine learning, and some that permit it or only have
// its name.
func TestReservationsInWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Die Nutzung für Text und Data Mining (§ 44b UrhG) ist vorbehalten":                        true,
		"Text- und Data-Mining im Sinne von § 44b Abs. 3 UrhG wird ausdrücklich untersagt.":        true,
		"© Zeitung. Kein Text und Data Mining":                                                     true,
		"Alle Rechte vorbehalten, auch für Text und Data Mining":                                   true,
		"Alle Rechte, insbesondere für das Training von KI, vorbehalten":                           true,
		"KI-Training ist nicht gestattet":                                                          true,
		"No text and data mining":                                                                  true,
		"No use for AI training":                                                                   true,
		"AI training prohibited":                                                                   true,
		"NoAI":                                                                                     true,
		"© 2026 Paper Ltd. All rights reserved, including those for text and data mining.":         true,
		"All rights reserved. This includes text and data mining and AI training.":                 true,
		"May not be used to train large language models":                                           true,
		"Machine learning only with our written permission":                                        true,
		"Use for machine learning requires a licence":                                              true,
		"The use of this feed to develop artificial intelligence is not permitted":                 true,
		"We opt out of TDM under Article 4 of Directive (EU) 2019/790":                             true,
		"Tous droits de fouille de textes et de données réservés":                                  true,
		"La fouille de textes et de données est interdite":                                         true,
		"L’éditeur s’oppose à la fouille de textes (article L. 122-5-3 du CPI)":                    true,
		"Tous droits réservés, y compris pour l’entraînement de l’IA":                              true,
		"Prohibida la minería de textos y datos":                                                   true,
		"No se permite el uso para entrenar inteligencia artificial":                               true,
		"È vietato l’uso per l’addestramento di sistemi di intelligenza artificiale":               true,
		"É proibida a mineração de textos e dados":                                                 true,
		"Tekst- en datamining is niet toegestaan":                                                  true,
		"Text- och datautvinning är förbjuden":                                                     true,
		"Tekst- og datamining er ikke tilladt":                                                     true,
		"Tekstin- ja tiedonlouhinta kielletty":                                                     true,
		"Zastrzega się prawo do eksploracji tekstów i danych":                                      true,
		"Vytěžování textů a dat je vyhrazeno":                                                      true,
		"A szöveg- és adatbányászat tilos":                                                         true,
		"Использование для машинного обучения запрещено":                                           true,
		"AI学習および機械学習への利用を禁止します":                                                                    true,
		"禁止用于人工智能训练":                                                                               true,
		"Reproduction and AI training are forbidden":                                               true,
		"Not for AI training":                                                                      true,
		"You may not use this content for machine learning or TDM.":                                true,
		"Text and data mining (TDM) reserved":                                                      true,
		"© 2026 Paper. Any use for training generative AI is expressly prohibited without consent": true,
		"Text and Data Mining: reserved":                                                           true,
		"Gebruik voor AI-training is verboden":                                                     true,
		"Nutzungsvorbehalt für Text- und Data-Mining":                                              true,
		"Zabrania się wykorzystywania treści do trenowania AI.":                                    true,
		"Treści nie mogą być używane do trenowania modeli AI":                                      true,
		"Yapay zekâ eğitimi için kullanılamaz.":                                                    true,
		"Запрещено использовать для обучения ИИ.":                                                  true,
		"Нельзя использовать для обучения нейросетей":                                              true,
		"Заборонено використовувати для навчання ШІ":                                               true,
		"No part may be used for training artificial intelligence.":                                true,
		"Diese Inhalte dürfen nicht zum Training von KI benutzt werden":                            true,
		"De inhoud mag niet worden gebruikt om AI te trainen":                                      true,
		"Innehållet får inte användas för AI-träning":                                              true,
		"Indholdet må ikke bruges til træning af AI":                                               true,
		"I contenuti non possono essere usati per addestrare l'IA":                                 true,
		"Conținutul nu poate fi folosit pentru antrenarea AI":                                      true,
		"Obsah nesmí být použit k trénování AI":                                                    true,
		"A tartalom nem használható mesterséges intelligencia tanítására":                          true,
		"AIの学習には利用できません":                                                                           true,
		"Trenowania AI nie zabrania się":                                                           false,
		"© Новости ИИ":                                                                             false,
		"No TDM":                                                                                   true,
		"Le moissonnage et la fouille de données sont réservés":                                    true,
		"Es wird kein Text- und Data-Mining gestattet":                                             true,
		"Data mining excluded":                                                                     true,
		"No AI":                                                                                    true,
		"Free for AI training":                                                                     false,
		"All rights reserved. Text and data mining is allowed.":                                    false,
		"Machine learning news from Prague":                                                        false,
		"Minden jog fenntartva":                                                                    false,
		"TDM is allowed without permission":                                                        false,
		"Use for text and data mining or training of AI systems is reserved under Art. 4 DSM":      true,
		"TDM rights reserved":                                                                      true,
		"Rights reserved for TDM":                                                                  true,
		"Usage for AI/ML prohibited":                                                               true,
		"Not licensed for AI":                                                                      true,
		"Die Nutzung der Inhalte für KI-Training ist ausgeschlossen":                               true,
		"Keine Nutzung für KI":                                                                     true,
		"Nutzungsvorbehalt nach § 44b Abs. 3 UrhG":                                                 true,
		"Utilisation pour l'IA interdite":                                                          true,
		"TDM opt-out":                                                                              true,
		"Reservados todos los derechos, incluida la minería de datos":                              true,
		"Queda prohibido el uso para IA":                                                           true,
		"Riproduzione riservata anche per l'addestramento di IA":                                   true,
		"Tutti i diritti riservati, compresi quelli per text and data mining":                      true,
		"Linking is permitted, text and data mining is not":                                        true,
		"Search indexing is allowed but AI training is prohibited":                                 true,
		"AI training, scraping and copying are not permitted":                                      true,
		"Scraping, text and data mining and the training of models are strictly forbidden.":        true,
		"Das automatisierte Auslesen (Text und Data Mining) bleibt vorbehalten":                    true,
		"Do not train AI on this feed":                                                             true,
		"This feed must not be used for training large language models.":                           true,
		"Geen text- en datamining, geen AI-training":                                               true,
		"Data mining verboten":                                                                     true,
		"L'utilisation par des IA n'est pas autorisée":                                             true,
		"O uso para treinamento de IA é proibido":                                                  true,
		"本站内容不得用于机器学习":                                                                             true,
		"Content may not be scraped or used for artificial intelligence":                           true,
		"All rights reserved (including TDM)":                                                      true,
		"Alle Rechte vorbehalten. Dies gilt auch für Text und Data Mining.":                        true,
		"Tous droits réservés. Fouille de textes et de données interdite.":                         true,
		"AI: no":                     true,
		"Text und Data Mining: nein": true,
		"© AI Vietnam":               false,
		"機械学習での利用は許可されています":                                false,
		"AI training permitted, redistribution prohibited": false,
		"Text and data mining allowed for research":        false,
		"TDM erlaubt": false,
		"KI-Training gestattet, sonst alle Rechte vorbehalten": false,
		"Le texte est libre, l'IA est autorisée":               false,
		"© AI News Ltd": false,
		"All rights reserved. © 2026 Data Mining Digest":        false,
		"Machine learning permitted; redistribution prohibited": false,
		"Text and data mining is not restricted":                false,
		"No restrictions on text and data mining":               false,
		"All rights reserved":                                   false,
		"Text and data mining is permitted":                     false,
		"Text und Data Mining ist gestattet":                    false,
		"Text and data mining is not prohibited":                false,
		"Text und Data Mining ist ohne Einschränkung erlaubt":   false,
		"There are no restrictions on AI training":              false,
		"No permission is needed for text and data mining":      false,
		"AI training is allowed. All other rights reserved.":    false,
		"AI training is allowed, all other rights reserved":     false,
		"© 2026 AI Weekly. All rights reserved.":                false,
		"© 2026 Machine Learning Weekly, all rights reserved":   false,
		"All rights reserved. AI-generated images are marked.":  false,
		"Tutti i diritti riservati ai sensi di legge":           false,
		"Vervielfältigung verboten":                             false,
		"La fouille de textes et de données est autorisée":      false,
		"La minería de textos y datos no está prohibida":        false,
	} {
		for _, kind := range []Kind{Copyright, License} {
			if got := (Signal{Kind: kind, Value: text}).Effects()[MachineLearning] == Reserved; got != want {
				t.Errorf("%s %q: reserves machine learning: %t, want %t", kind, text, got, want)
			}
		}
	}
}
