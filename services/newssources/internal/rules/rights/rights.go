// Package rights derives how the items of a source may be used from what its site declares and from
// what people have agreed with it. It is pure. The rules are described in .github/RIGHTS.md.
package rights

import (
	"slices"
	"time"
)

// Use is a way to use the items of a source. The values are stored.
type Use string

// The uses.
const (
	Link            Use = "link"             // the link and the headline
	Snippet         Use = "snippet"          // a short extract
	FullText        Use = "full_text"        // the text of the article
	MachineLearning Use = "machine_learning" // training and input of models, text and data mining
)

// Uses are all uses, from the least to the most extensive one.
var Uses = []Use{Link, Snippet, FullText, MachineLearning}

// UseStates are the states of the uses of a source, with the JSON names of lists.
type UseStates struct {
	Link            State `json:"use_link,omitempty"`
	Snippet         State `json:"use_snippet,omitempty"`
	FullText        State `json:"use_full_text,omitempty"`
	MachineLearning State `json:"use_machine_learning,omitempty"`
}

// Valid reports whether the use is one of Uses.
func (u Use) Valid() bool { return slices.Contains(Uses, u) }

// Label returns the name of the use in sentences.
func (u Use) Label() string {
	return map[Use]string{
		Link: "link and headline", Snippet: "snippet", FullText: "full text", MachineLearning: "machine learning",
	}[u]
}

// State says whether a use is possible. The values are stored.
type State string

// The states, from the least to the most strict one.
const (
	Unknown   State = "unknown"   // nothing is declared
	Allowed   State = "allowed"   // declared or agreed
	Reserved  State = "reserved"  // the site reserves the use, or asks for a licence
	Forbidden State = "forbidden" // the site, a contract or a member excludes the use
)

// States are all states, from the least to the most strict one.
var States = []State{Unknown, Allowed, Reserved, Forbidden}

// isStricter reports whether s is stricter than other.
func (s State) isStricter(other State) bool {
	return slices.Index(States, s) > slices.Index(States, other)
}

// Contract is an agreement with the publisher of a source.
type Contract struct {
	Uses       map[Use]State // only those that the contract is about
	ValidUntil *time.Time    // the last day, in UTC; nil if the contract has no end
}

// IsValid reports whether the contract has not ended.
func (c *Contract) IsValid(now time.Time) bool {
	return c != nil && (c.ValidUntil == nil || now.Before(c.ValidUntil.AddDate(0, 0, 1)))
}

// Default is the field “rights” of a source, which a member sets. The values are stored.
type Default string

// The defaults.
const (
	UnknownRights    Default = "unknown"
	PermittedRights  Default = "permitted"
	RestrictedRights Default = "restricted"
	ForbiddenRights  Default = "forbidden"
)

// stateOf returns the state of a use about which nothing is declared or agreed.
func (d Default) stateOf(u Use) State {
	switch {
	case d == PermittedRights:
		return Allowed
	case d == RestrictedRights && u != Link:
		return Reserved
	}
	return Unknown
}

// Basis says what a verdict follows from. The values are stored.
type Basis string

// The bases, in the order in which they are considered.
const (
	ByProhibition Basis = "prohibition" // the rights of the source are “forbidden”
	ByContract    Basis = "contract"
	BySignal      Basis = "signal"
	ByDefault     Basis = "rights" // the rights of the source are “permitted” or “restricted”
	ByNothing     Basis = "nothing"
)

// Verdict is the state of a use, and what it follows from.
type Verdict struct {
	State  State
	Basis  Basis
	Signal *Signal // of BySignal: the first of the strictest ones
}

// Derive returns the verdict about each use:
//
//  1. If the rights of the source are “forbidden”, every use is forbidden.
//  2. A valid contract decides about the uses that it names.
//  3. Of the signals about a use, the strictest decides: forbidden, reserved, then allowed.
//  4. Otherwise, the rights of the source decide: “permitted” allows the use, “restricted” reserves
//     all uses except the link.
func Derive(rights Default, contract *Contract, signals []Signal, now time.Time) map[Use]Verdict {
	verdicts := map[Use]Verdict{}
	for _, use := range Uses {
		verdicts[use] = derive(use, rights, contract, signals, now)
	}
	return verdicts
}

func derive(use Use, rights Default, contract *Contract, signals []Signal, now time.Time) Verdict {
	if rights == ForbiddenRights {
		return Verdict{State: Forbidden, Basis: ByProhibition}
	}
	if contract.IsValid(now) && contract.Uses[use] != "" {
		return Verdict{State: contract.Uses[use], Basis: ByContract}
	}
	v := Verdict{State: Unknown, Basis: ByNothing}
	for i, signal := range signals {
		if state := signal.Effects()[use]; state != "" && state.isStricter(v.State) {
			v = Verdict{State: state, Basis: BySignal, Signal: &signals[i]}
		}
	}
	if state := rights.stateOf(use); v.Basis == ByNothing && state != Unknown {
		v = Verdict{State: state, Basis: ByDefault}
	}
	return v
}
