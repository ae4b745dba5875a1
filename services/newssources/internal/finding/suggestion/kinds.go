package suggestion

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Kind is what a suggestion changes.
type Kind string

// The kinds of suggestions.
const (
	Moved     Kind = "moved"     // the address of an endpoint redirects permanently to another one
	Duplicate Kind = "duplicate" // an endpoint has the items of another one
	Replaced  Kind = "replaced"  // an endpoint is broken, and its site has another feed
	Settings  Kind = "settings"  // an endpoint needs another identity policy, encoding or time zone
	Slower    Kind = "slower"    // nearly all checks of an endpoint find nothing new
	Faster    Kind = "faster"    // an endpoint loses items between its checks
	Archive   Kind = "archive"   // all endpoints of a source are gone
	Field     Kind = "field"     // an empty or derived field of a source has a value on its homepage
	// SameOutlet: two sources may be the same outlet. A person compares and merges them.
	SameOutlet Kind = "same_outlet"
	// OtherOutlet: the items of an endpoint or the homepage of a source seem to be those of another
	// outlet, or its domain is for sale.
	OtherOutlet Kind = "other_outlet"
)

// rules defines a kind: when its suggestions are made, how long they stay open, and what accepting does.
type rules struct {
	Kind
	// review makes suggestions of the kind in each Review; nil if something else makes them.
	review func(*Suggestions, context.Context) error
	// holds is the condition under which an open suggestion g stays open. The endpoint e and the source
	// s exist. Empty: an edit of the field deletes the suggestion.
	holds string
	// change makes the suggested change, and closes the suggestion with the state in the same
	// transaction.
	change func(*Suggestions, context.Context, audit.Actor, Suggestion, State) error
}

// isActive is the condition that the endpoint o of the source os is checked.
const isActive = `o.live AND o.intent = 'active' AND os.lifecycle = 'active'`

// hasSchedule is the condition that the endpoint still has the schedule that the suggestion
// replaces.
const hasSchedule = `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
	AND e.schedule IS NOT DISTINCT FROM g.evidence->'schedule'`

// kinds are all kinds, in the order in which they are shown and reviewed. A new kind needs a constant
// and an entry here, and a file with its review and its change.
var kinds = []rules{
	{
		Kind: Moved, review: (*Suggestions).reviewMoved, change: (*Suggestions).changeAddress,
		holds: `e.live AND e.intent = 'active' AND EXISTS (
			SELECT FROM endpoint_redirects r WHERE r.endpoint_id = e.id AND r.url = e.url AND r.target = g.subject)`,
	},
	{ // made by FindReplacements
		Kind: Replaced, review: (*Suggestions).retireReplaced, change: (*Suggestions).addReplacement,
		holds: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
			AND NOT EXISTS (SELECT FROM endpoints o WHERE o.live AND o.url = g.subject)
			AND EXISTS (SELECT FROM endpoint_states t WHERE t.endpoint_id = e.id AND t.health IN ('gone', 'failing'))`,
	},
	{ // reviewNext also makes suggestions of the kinds Settings, Faster and Slower
		Kind: Duplicate, review: (*Suggestions).reviewNext, change: (*Suggestions).retireDuplicate,
		holds: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url' AND EXISTS (
			SELECT FROM endpoints o JOIN sources os ON os.id = o.source_id
			WHERE o.id = (g.evidence->>'other_id')::uuid AND ` + isActive + `
				AND NOT EXISTS (SELECT FROM suggestions d WHERE d.endpoint_id = o.id AND d.kind = 'duplicate' AND d.state = 'open')
				AND NOT EXISTS (SELECT FROM endpoint_states k JOIN endpoint_states t ON t.endpoint_id = e.id AND t.health = 'ok'
					WHERE k.endpoint_id = o.id AND k.health IN ('gone', 'failing')))`,
	},
	{
		Kind: Settings, review: (*Suggestions).reviewSettings, change: (*Suggestions).changeSetting,
		holds: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
			AND EXISTS (SELECT FROM endpoint_states t WHERE t.endpoint_id = e.id AND CASE g.evidence->>'setting'
			WHEN 'charset' THEN e.charset = coalesce(g.evidence->>'before', '')
			AND t.observations->'charset'->>'name' = g.evidence->>'after'
			WHEN 'default_zone' THEN e.default_zone = coalesce(g.evidence->>'before', '') AND t.observations->'zone' IS NOT NULL
			ELSE e.identity_policy = g.evidence->>'before' AND t.health_cause = 'identity_storm' END)`,
	},
	{Kind: Faster, change: (*Suggestions).changeSchedule, holds: hasSchedule},
	{
		Kind: Slower, change: (*Suggestions).changeSchedule,
		holds: hasSchedule + ` AND NOT EXISTS (SELECT FROM endpoint_states t
			WHERE t.endpoint_id = e.id AND (t.observations->'pace'->>'losses')::int > 0)`,
	},
	{
		Kind: Archive, review: (*Suggestions).reviewArchive, change: (*Suggestions).archiveSource,
		holds: `s.lifecycle = 'active'
			AND EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.state = 'gone') AND ` + areEndpointsGone,
	},
	{ // made by package sameoutlet
		Kind: SameOutlet, change: (*Suggestions).requireComparison,
		holds: `EXISTS (SELECT FROM sources os
			WHERE os.id = (g.evidence->>'other_source_id')::uuid AND os.lifecycle <> 'archived')`,
	},
	{
		Kind: OtherOutlet, review: (*Suggestions).reviewOutlets, change: (*Suggestions).archiveSource,
		holds: `s.lifecycle = 'active' AND (` + isHomepageDoubtful + ` OR EXISTS (
			SELECT FROM endpoints o JOIN endpoint_states t ON t.endpoint_id = o.id AND t.enabled
			WHERE o.id = (g.evidence->>'endpoint_id')::uuid AND o.url = g.evidence->>'url' AND t.health = 'suspect'
				AND t.health_cause IN ('other_outlet', 'parked')))`,
	},
	{Kind: Field, change: (*Suggestions).completeField}, // made by package visit, deleted by package source
}

// Kinds are all kinds, in the order in which they are shown.
var Kinds = kindNames()

func kindNames() (names []Kind) {
	for _, k := range kinds {
		names = append(names, k.Kind)
	}
	return names
}
