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
		{Copyright, "© 2026 The Paper", "- - - -"},
		{Copyright, "https://creativecommons.org/publicdomain/zero/1.0/", "allowed allowed allowed allowed"},
		{Copyright, "Licence: http://creativecommons.org/licenses/by-nc/4.0/", "allowed allowed reserved -"},
		{Copyright, "CC BY-NC-SA 4.0", "allowed allowed reserved -"},
		{License, "CC-BY-SA", "allowed allowed allowed -"},
		{License, "CC0 1.0", "allowed allowed allowed allowed"},
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
