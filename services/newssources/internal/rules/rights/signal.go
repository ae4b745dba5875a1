package rights

import (
	"regexp"
	"strings"
)

// Signal is something that a site declares about the use of its content.
type Signal struct {
	Kind    Kind   `json:"kind"`
	Value   string `json:"value"`   // normalized by package rightsignal
	Address string `json:"address"` // of the document that declares it
}

// ForPath is the text before the path at the end of a value that is not about the whole site: "1 for /archive/".
const ForPath = " for "

// Kind is the format of a signal. The values are stored.
type Kind string

// The kinds. The values of robots.txt and of TDMReservation can end with a path; see ForPath.
const (
	// RobotsAgents are the crawlers for machine learning that robots.txt excludes: "CCBot, GPTBot".
	RobotsAgents Kind = "robots_agents"
	// RobotsOwn is the group of robots.txt that excludes this service: its name or "*".
	RobotsOwn Kind = "robots_own"
	// RobotsLicense is the address of a licence file that robots.txt names (RSL).
	RobotsLicense Kind = "robots_license"
	// LicenseFile is the address of a licence file (RSL) that a page, a feed or their header names.
	LicenseFile   Kind = "license_file"
	ContentUsage  Kind = "content_usage"  // "search=y, train-ai=n"
	ContentSignal Kind = "content_signal" // "ai-train=no, search=yes"
	// TDMReservation is "1" or "0".
	TDMReservation Kind = "tdm_reservation"
	TDMPolicy      Kind = "tdm_policy"  // the address of a policy
	RobotsMeta     Kind = "robots_meta" // directives of <meta name="robots"> and X-Robots-Tag: "noai, nosnippet"
	TrustFile      Kind = "trust_file"  // "datatrainingallowed=no"
	// RSL is a licence of an RSL file, a page or a feed: "permits search; prohibits ai-train; payment subscription".
	RSL       Kind = "rsl"
	Copyright Kind = "copyright" // a text
	License   Kind = "license"   // the address or the name of a licence
)

// Kinds are all kinds.
var Kinds = []Kind{RobotsAgents, RobotsOwn, RobotsLicense, LicenseFile, ContentUsage, ContentSignal, TDMReservation,
	TDMPolicy, RobotsMeta, TrustFile, RSL, Copyright, License}

// Effects returns the states of the uses that a signal is about.
func (s Signal) Effects() map[Use]State {
	switch s.Kind {
	case RobotsAgents:
		return map[Use]State{MachineLearning: Reserved}
	case RobotsOwn:
		return map[Use]State{Snippet: Reserved, FullText: Reserved, MachineLearning: Reserved}
	case ContentUsage, ContentSignal:
		return s.preferences()
	case TDMReservation:
		if strings.HasPrefix(s.Value, "1") {
			return map[Use]State{MachineLearning: Reserved}
		}
		return map[Use]State{MachineLearning: Allowed}
	case RobotsMeta:
		return s.directives()
	case TrustFile:
		if s.Value == "datatrainingallowed=yes" {
			return map[Use]State{MachineLearning: Allowed}
		}
		return map[Use]State{MachineLearning: Forbidden}
	case RSL:
		return s.terms()
	case Copyright:
		if rightsFormula.MatchString(s.Value) {
			return s.withWords(map[Use]State{FullText: Reserved})
		}
		return s.withWords(s.creativeCommons()) // dc:rights often has the address of a licence
	case License:
		return s.withWords(s.creativeCommons())
	}
	return nil
}

// usesOf are the uses that a category of Content-Signal, Content-Usage or RSL is about. A search
// index shows links and short extracts.
var usesOf = map[string][]Use{
	"all":      Uses,
	"search":   {Link, Snippet},
	"ai-all":   {MachineLearning},
	"ai-train": {MachineLearning},
	"train-ai": {MachineLearning},
	"ai-input": {MachineLearning},
	"ai-index": {MachineLearning},
	"ai":       {MachineLearning},
	"tdm":      {MachineLearning},
	"genai":    {MachineLearning},
}

// preferences returns the effects of a list such as "ai-train=no, search=yes".
func (s Signal) preferences() map[Use]State {
	effects := effects{}
	list, _, _ := strings.Cut(s.Value, ForPath)
	for pair := range strings.SplitSeq(list, ", ") {
		category, value, _ := strings.Cut(pair, "=")
		state := Reserved
		if value == "y" || value == "yes" {
			state = Allowed
		}
		effects.add(usesOf[category], state)
	}
	return effects
}

func (s Signal) directives() map[Use]State {
	effects := effects{}
	for directive := range strings.SplitSeq(s.Value, ", ") {
		switch directive {
		case "nosnippet", "max-snippet:0":
			effects.add([]Use{Snippet}, Forbidden)
		case "noarchive":
			effects.add([]Use{FullText}, Reserved)
		case "noai":
			effects.add([]Use{MachineLearning}, Forbidden)
		}
	}
	return effects
}

// terms returns the effects of an RSL licence. A use that it permits in return for a payment is
// reserved.
func (s Signal) terms() map[Use]State {
	effects, permitted := effects{}, Allowed
	if _, payment, hasPayment := strings.Cut(s.Value, "payment "); hasPayment && payment != "free" {
		permitted = Reserved
	}
	for part := range strings.SplitSeq(s.Value, "; ") {
		verb, list, _ := strings.Cut(part, " ")
		for category := range strings.SplitSeq(list, ", ") {
			switch verb {
			case "permits":
				effects.add(usesOf[category], permitted)
			case "prohibits":
				effects.add(usesOf[category], Forbidden)
			}
		}
	}
	return effects
}

// creativeCommonsLicense matches the address of a Creative Commons licence or dedication, or a text that only has its
// name, such as "CC BY-SA 4.0", "Public domain (CC0)" and "Creative Commons Attribution". Longer texts with a name may
// be about photos.
var creativeCommonsLicense = regexp.MustCompile(`(?i)creativecommons\.org/(?:licenses/([a-z-]+)|publicdomain)|` +
	`^(?:licen[cs]e:? )?(?:public domain,? ?)?\(?(?:CC(?:[ -](BY(?:[ -](?:NC|ND|SA))*)|[ -]?(?:0|zero))|` +
	`Creative Commons (?:(Attribution(?:[ -](?:Non-?Commercial|No-?Deriv(?:ative)?s?|Share-?Alike))*)|Zero))` +
	`(?: v?\d\.\d)?(?: [A-Z]{2}| International| Unported| Universal)?(?: (?:Public )?Licen[cs]e)?` +
	`(?: \(CC[ -0BYNDSA.\d]+\)|\)|,? \(?public domain\)?)?\.?$`)

// creativeCommons returns the effects of a Creative Commons licence. Licences for non-commercial use
// reserve the full text. Only a dedication to the public domain allows machine learning, because the
// conditions of the licences, such as attribution, do not fit it.
func (s Signal) creativeCommons() map[Use]State {
	match := creativeCommonsLicense.FindStringSubmatch(s.Value)
	if match == nil {
		return nil
	}
	switch conditions := strings.ToLower(match[1] + match[2] + match[3]); {
	case conditions == "":
		return map[Use]State{Link: Allowed, Snippet: Allowed, FullText: Allowed, MachineLearning: Allowed}
	case strings.Contains(conditions, "nc"), strings.Contains(conditions, "commercial"):
		return map[Use]State{Link: Allowed, Snippet: Allowed, FullText: Reserved}
	}
	return map[Use]State{Link: Allowed, Snippet: Allowed, FullText: Allowed}
}

// withWords returns the effects with that of words that reserve machine learning.
func (s Signal) withWords(found map[Use]State) map[Use]State {
	if !reservesMachineLearning(s.Value) {
		return found
	}
	if found == nil {
		found = map[Use]State{}
	}
	found[MachineLearning] = Reserved
	return found
}

// effects are the states of uses. Of several states of a use, it keeps the strictest.
type effects map[Use]State

func (e effects) add(uses []Use, state State) {
	for _, use := range uses {
		if e[use] == "" || state.isStricter(e[use]) {
			e[use] = state
		}
	}
}
