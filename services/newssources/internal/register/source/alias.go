package source

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent/schema"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Alias is another name or address of the outlet of a source, such as a former one. Searches,
// imports and lookups of addresses find the source by it (ADR 67).
type Alias = schema.Alias

// The kinds of aliases. The value of a path is a domain with the path below it.
const (
	AliasName   = "name"
	AliasDomain = "domain"
	AliasPath   = "path"
)

// The origins of aliases.
const (
	AliasOfPerson = "person"
	AliasOfMerge  = "merge"
)

const (
	// maxAliases is the maximum number of aliases of a source, as in openapi.yaml.
	maxAliases = 100
	// maxAliasAddress is the maximum length of a domain with a path.
	maxAliasAddress = 500
)

// Alias returns the alias of the outlet without dates.
func (o Outlet) Alias(origin string) Alias {
	if o.PathPrefix == "" {
		return Alias{Kind: AliasDomain, Value: o.Domain, Origin: origin}
	}
	return Alias{Kind: AliasPath, Value: o.Domain + o.PathPrefix, Origin: origin}
}

// key returns the JSON by which the database finds the sources with an alias of this outlet.
func (o Outlet) key() string {
	a := o.Alias("")
	key, _ := json.Marshal([]map[string]string{{"kind": a.Kind, "value": a.Value}}) // has only texts
	return string(key)
}

// sameAlias reports whether two aliases have the same name or address.
func sameAlias(a, b Alias) bool {
	isSame := a.Value == b.Value || a.Kind == AliasName && textkey.Fold(a.Value) == textkey.Fold(b.Value)
	return a.Kind == b.Kind && isSame
}

// AddAliases returns list with the further aliases that it does not have and that are not the name or
// the outlet of the source.
func AddAliases(list []Alias, name string, outlet Outlet, more ...Alias) []Alias {
	own := []Alias{{Kind: AliasName, Value: name}, outlet.Alias("")}
	list = slices.Clone(list)
	for _, alias := range more {
		isKnown := func(other Alias) bool { return sameAlias(alias, other) }
		if !slices.ContainsFunc(list, isKnown) && !slices.ContainsFunc(own, isKnown) {
			list = append(list, alias)
		}
	}
	return list
}

// SetAliases replaces the aliases. Those that the source has already keep their origin.
func (d *Details) SetAliases(list []Alias) {
	before := d.Aliases
	d.Aliases = slices.Clone(list)
	for i := range d.Aliases {
		at := slices.IndexFunc(before, func(other Alias) bool { return sameAlias(d.Aliases[i], other) })
		if at >= 0 {
			d.Aliases[i].Origin = before[at].Origin
		}
	}
}

func (o Outlet) isAlias(a Alias) bool { return sameAlias(o.Alias(""), a) }

// checkOwn adds a problem if an alias that is not among known is the source's own address.
func (o Outlet) checkOwn(wrong *problem.Fields, list, known []Alias) {
	if at := slices.IndexFunc(list, o.isAlias); at >= 0 && !slices.ContainsFunc(known, o.isAlias) {
		wrong.Add(fmt.Sprintf("/aliases/%d/value", at), "own", "%s is the address of this source itself. Remove it from the "+
			"other names and addresses.", list[at].Value)
	}
}

// normalizeAliases normalizes the aliases and removes repeated ones.
func (d *Details) normalizeAliases(wrong *problem.Fields) {
	list := []Alias{}
	for i, alias := range d.Aliases {
		pointer := fmt.Sprintf("/aliases/%d", i)
		normalizeAlias(wrong, pointer, &alias)
		if !slices.ContainsFunc(list, func(other Alias) bool { return sameAlias(alias, other) }) {
			list = append(list, alias)
		}
	}
	if len(list) > maxAliases {
		wrong.Add("/aliases", "too_many", "A source can have at most %d other names and addresses.", maxAliases)
	}
	d.Aliases = list
}

func normalizeAlias(wrong *problem.Fields, pointer string, a *Alias) {
	checkOneOf(wrong, pointer+"/kind", a.Kind, []string{AliasName, AliasDomain, AliasPath})
	if a.Origin != AliasOfMerge {
		a.Origin = AliasOfPerson
	}
	for name, day := range map[string]string{"/from": a.From, "/to": a.To} {
		if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
			wrong.Add(pointer+name, "date", "“%s” is not a date. Write it as 2026-11-26.", day)
		}
	}
	if a.From != "" && a.To != "" && a.From > a.To {
		wrong.Add(pointer+"/to", "range", "The last day is before the first day.")
	}
	if a.Kind == AliasName {
		a.Value = line{pointer + "/value", "a name", maxName, true}.normalize(wrong, weburl.HideCredentials(a.Value))
		return
	}
	a.Value = line{pointer + "/value", "a domain", maxAliasAddress, true}.normalize(wrong, a.Value)
	address, err := weburl.Parse(weburl.Clean(a.Value))
	if err != nil {
		if a.Value != "" {
			wrong.AddWithSuggestion(pointer+"/value", "address", weburl.Suggest(a.Value), addressError(err))
		}
		return
	}
	outlet := Outlet{}
	outlet.Domain, outlet.PathPrefix = weburl.Outlet(address)
	// Aliases that a merge adds are not checked: the merged source may have such an address.
	if a.Origin == AliasOfPerson && weburl.HasManyOutlets(address) {
		wrong.Add(pointer+"/value", "many_outlets", "“%s” belongs to many outlets, each of which has its own address on it. "+
			"Enter the address of the outlet, such as paper.co.uk or paper.github.io.", a.Value)
		return
	}
	if path := strings.TrimSuffix(address.Path(), "/"); outlet.PathPrefix == "" && path != "" {
		if a.Kind == AliasDomain {
			wrong.AddWithSuggestion(pointer+"/value", "path", outlet.Domain,
				"This address has the path "+path+". Choose the kind “Path” or remove the path.")
		}
		outlet.PathPrefix = path
	}
	found := outlet.Alias(a.Origin)
	a.Kind, a.Value = found.Kind, found.Value
}

// checkAlias returns a problem if another live source has the outlet of the input, or a longer path of its homepage,
// as an alias. An index refuses equal outlets.
func (input *CreateInput) checkAlias(ctx context.Context, q postgres.Querier) error {
	var sought []soughtOutlet
	for _, outlet := range input.outlet.withPathsOf(input.HomepageURL) {
		sought = append(sought, soughtOutlet{Outlet: outlet, isOnlyAlias: true})
	}
	owners, err := findOwners(ctx, q, sought)
	if err != nil || len(owners) == 0 {
		return err
	}
	o, m := sought[owners[0].Number], owners[0]
	return problem.New(problem.DuplicateSource, "%s%s is another address of “%s”. Open it and add your endpoints "+
		"there.", o.Domain, o.PathPrefix, m.Name).With("existing", DuplicateOf{m.ID, m.Name})
}

// soughtOutlet is an outlet whose owner is sought among the sources other than besides.
type soughtOutlet struct {
	Outlet
	besides     uuid.UUID
	isOnlyAlias bool // its own outlet does not make a source the owner
}

// outletOwner is a live source with an outlet, its own or an alias.
type outletOwner struct {
	Number    int // of the outlet
	ID        uuid.UUID
	Name      string
	Endpoints int
	IsAlias   bool
}

// selectOwners selects a live source for each outlet, the one with the outlet before one with the alias, by the
// index sources_by_alias. OFFSET 0 lets the planner choose the index for each alias by itself: with LIMIT, or in a
// join, it reads all sources for each alias while the table has no statistics, for example after a large import.
// For the same reason, the plan is not kept (postgres.Replan).
const selectOwners = `
	SELECT DISTINCT ON (k.number) k.number::int - 1 AS number, s.id, s.name, s.endpoint_count, s.is_alias
	FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY k(id, domain, prefix, key, number)
	JOIN LATERAL (
		(SELECT id, name, endpoint_count, false AS is_alias
			FROM sources
			WHERE canonical_domain = k.domain AND path_prefix = k.prefix AND lifecycle <> 'archived' AND id <> k.id)
		UNION ALL
		(SELECT id, name, endpoint_count, true
			FROM sources
			WHERE aliases <> '[]' AND aliases @> k.key::jsonb AND lifecycle <> 'archived' AND id <> k.id
			OFFSET 0)
	) s ON true
	ORDER BY k.number, s.is_alias, s.id`

// findOwners returns the owners of outlets, in the order of the outlets.
func findOwners(ctx context.Context, q postgres.Querier, outlets []soughtOutlet) ([]outletOwner, error) {
	if len(outlets) == 0 {
		return nil, nil
	}
	ids, prefixes := make([]uuid.UUID, len(outlets)), make([]string, len(outlets))
	domains, keys := make([]*string, len(outlets)), make([]string, len(outlets))
	for i := range outlets {
		o := &outlets[i]
		if ids[i], prefixes[i], keys[i] = o.besides, o.PathPrefix, o.key(); !o.isOnlyAlias {
			domains[i] = &o.Domain
		}
	}
	rows, err := q.Query(ctx, selectOwners, postgres.Replan, ids, domains, prefixes, keys)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[outletOwner])
}

// newAddress is an address that an edit gives to a source, as its homepage or as an alias.
type newAddress struct {
	outcome        *Outcome
	pointer, value string
}

// checkAliases sets the problems of edits that give a source an address of another live source: imports and
// lookups would find the wrong one. A merge moves the addresses of the merged source.
func checkAliases(ctx context.Context, q postgres.Querier, outcomes []Outcome, isPlan bool) error {
	var added []newAddress
	var outlets []soughtOutlet
	for i := range outcomes {
		o := &outcomes[i]
		if o.Err != nil || o.isDeletion {
			continue
		}
		if o.After.HomepageURL != o.Before.HomepageURL {
			for _, outlet := range o.Outlet.withPathsOf(o.After.HomepageURL) {
				if outlet != o.Before.Outlet { // which may have been an alias of another source before
					added = append(added, newAddress{o, "/homepage_url", o.After.HomepageURL})
					isOnlyAlias := !isPlan || outlet != o.Outlet // an index refuses equal outlets of edits that are applied
					outlets = append(outlets, soughtOutlet{outlet, o.Before.ID, isOnlyAlias})
				}
			}
		}
		for number, alias := range o.After.Aliases {
			if o.addsAddress(alias) {
				added = append(added, newAddress{o, fmt.Sprintf("/aliases/%d/value", number), alias.Value})
				outlets = append(outlets, soughtOutlet{outletOf(alias), o.Before.ID, false})
			}
		}
	}
	owners, err := findOwners(ctx, q, outlets)
	for _, owner := range owners {
		a := added[owner.Number]
		leaves := func(o Outcome) bool {
			return o.Err == nil && o.Before.ID == owner.ID && (o.After.Lifecycle == Archived || o.Outlet != o.Before.Outlet)
		}
		if owner.IsAlias || !slices.ContainsFunc(outcomes, leaves) {
			var wrong problem.Fields
			wrong.Add(a.pointer, "used", "%s is an address of “%s”. If both are the same outlet, merge them.", a.value, owner.Name)
			a.outcome.Err = wrong.Err()
		}
	}
	return err
}

// addsAddress reports whether a person has added the alias, a domain or a path.
func (o *Outcome) addsAddress(a Alias) bool {
	isKnown := slices.ContainsFunc(o.Before.Aliases, func(other Alias) bool { return sameAlias(a, other) })
	return !isKnown && a.Kind != AliasName && a.Origin == AliasOfPerson
}

// outletOf returns the outlet whose alias this is.
func outletOf(alias Alias) Outlet {
	domain, _, _ := strings.Cut(alias.Value, "/")
	return Outlet{domain, alias.Value[len(domain):]}
}
