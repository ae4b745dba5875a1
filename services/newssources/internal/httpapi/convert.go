package httpapi

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// This file converts between the generated types of the contract and those of the domain: from…
// reads a request, to… writes a response. The values of enums are the same texts in both.

// valueOrZero returns what p points to, or the zero value for nil.
func valueOrZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// optional returns a pointer to value, or nil for the zero value, which responses omit.
func optional[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// optionalAs is optional with a conversion to an enum of the contract.
func optionalAs[T, S ~string](value S) *T { return optional(T(value)) }

// mapAll returns the results of convert for all elements of list.
func mapAll[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = convert(a)
	}
	return out
}

// convertAll converts the enum values or texts of an optional list.
func convertAll[B, A ~string](list *[]A) []B {
	return mapAll(valueOrZero(list), func(a A) B { return B(a) })
}

func utc(t time.Time) time.Time { return t.UTC() }

func fromSourceCreate(b api.SourceCreate, logo source.Logo) source.CreateInput {
	input := source.CreateInput{
		Details: source.Details{
			Name: b.Name, HomepageURL: b.HomepageUrl, Lifecycle: source.Lifecycle(valueOrZero(b.Lifecycle)),
			MediaType: source.MediaType(valueOrZero(b.MediaType)), Country: valueOrZero(b.Country),
			Region:    valueOrZero(b.Region),
			Languages: valueOrZero(b.Languages), Scope: source.Scope(valueOrZero(b.Scope)), Tier: b.Tier,
			Paywall: source.Paywall(valueOrZero(b.Paywall)), Rights: source.Rights(valueOrZero(b.Rights)),
			RightsNote: valueOrZero(b.RightsNote), Owner: valueOrZero(b.Owner), Notes: valueOrZero(b.Notes),
			Tags: valueOrZero(b.Tags), Aliases: mapAll(valueOrZero(b.Aliases), fromAlias), ParentID: b.ParentId,
		},
		Endpoints: mapAll(valueOrZero(b.Endpoints), fromEndpointCreate), DuplicateReason: valueOrZero(b.DuplicateReason),
	}
	input.SetLogo(logo)
	return input
}

func toSource(s *source.Source) api.Source {
	return api.Source{MirroredSource: toMirroredSource(s), CreatedBy: toPerson(s.CreatedBy),
		UpdatedBy: toPerson(s.UpdatedBy)}
}

// toMirroredSource converts a source without the members who changed it, whose names change without a
// change of the source.
func toMirroredSource(s *source.Source) api.MirroredSource {
	return api.MirroredSource{
		Id: s.ID, Name: s.Name, HomepageUrl: s.HomepageURL, CanonicalDomain: s.Domain, DisplayDomain: displayDomain(s.Domain),
		PathPrefix: s.PathPrefix, Lifecycle: api.Lifecycle(s.Lifecycle), PausedUntil: s.PausedUntil,
		PauseReason: optional(s.PauseReason),
		MediaType:   optionalAs[api.MediaType](s.MediaType), Country: optional(s.Country), Region: optional(s.Region),
		Languages: s.Languages, Scope: optionalAs[api.Scope](s.Scope), Tier: s.Tier, Paywall: api.Paywall(s.Paywall),
		Rights:     api.Rights(s.Rights),
		RightsNote: optional(s.RightsNote), Owner: optional(s.Owner), Notes: optional(s.Notes), Tags: s.Tags,
		Logo: optional(s.Logo), Aliases: toAliases(s.Aliases), MergedInto: s.MergedInto,
		ParentId:    s.ParentID,
		NameDerived: optional(s.IsNameDerived), HomepageDerived: optional(s.IsHomepageDerived),
		Endpoints: mapAll(s.Endpoints, toEndpoint), Version: s.Version, CreatedAt: utc(s.CreatedAt),
		UpdatedAt:  utc(s.UpdatedAt),
		ArchivedAt: s.ArchivedAt,
	}
}

func fromAlias(a api.AliasInput) source.Alias {
	return source.Alias{Kind: string(a.Kind), Value: a.Value, From: dayText(a.From), To: dayText(a.To)}
}

// dayText returns the text of a date, or an empty text for none.
func dayText(day *openapi_types.Date) string {
	if day == nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// toAliases converts aliases, or returns nil for none.
func toAliases(list []source.Alias) *[]api.Alias {
	if len(list) == 0 {
		return nil
	}
	var aliases []api.Alias
	_ = convertJSON(list, &aliases) // the same names and texts
	return &aliases
}

func toSourceRow(r sourcelist.Row) api.SourceRow {
	row := api.SourceRow{
		Id: r.ID, Name: r.Name, HomepageUrl: r.HomepageURL, CanonicalDomain: r.Domain,
		DisplayDomain: displayDomain(r.Domain), PathPrefix: r.PathPrefix, Lifecycle: api.Lifecycle(r.Lifecycle),
		MediaType: optionalAs[api.MediaType](r.MediaType), Country: optional(r.Country), Region: optional(r.Region),
		Languages: r.Languages, Scope: optionalAs[api.Scope](r.Scope), Tier: r.Tier, Paywall: api.Paywall(r.Paywall),
		Rights: api.Rights(r.Rights),
		Owner:  optional(r.Owner), Tags: r.Tags, Logo: optional(r.Logo), EndpointCount: r.EndpointCount,
		EndpointKinds: convertAll[api.EndpointKind](&r.EndpointKinds), LastNewItemAt: utcPointer(r.LastNewItemAt),
		NextCheckAt: utcPointer(r.NextCheckAt), Version: r.Version, CreatedAt: utc(r.CreatedAt), UpdatedAt: utc(r.UpdatedAt),
	}
	known := r.Health // decides whether the source needs a person
	if h := r.Health; h.State != "" {
		row.Health = &struct {
			Cause     *api.HealthCause     `json:"cause,omitempty"`
			LastKnown *api.LastKnownHealth `json:"last_known,omitempty"`
			Reason    *string              `json:"reason,omitempty"`
			Since     *time.Time           `json:"since,omitempty"`
			State     api.HealthState      `json:"state"`
		}{Cause: optionalAs[api.HealthCause](h.Cause), Reason: optional(
			health.WhyOf(h.Cause, h.State, h.Affected, h.Checked)),
			Since: utcPointer(h.Since), State: api.HealthState(h.State)}
		if r.LastKnown != nil {
			known = *r.LastKnown
			row.Health.LastKnown = toLastKnown(known.State, known.Cause, known.Since,
				health.WhyOf(known.Cause, known.State, known.Affected, known.Checked))
		}
	}
	if health.NeedsPerson(known.State, known.Cause) {
		work := toSourceWork(r.Work)
		row.Work = &work
	}
	return row
}

// toLastKnown converts the health before an incident, with its cause in words.
func toLastKnown(state health.State, cause health.Cause, since *time.Time, why string) *api.LastKnownHealth {
	return &api.LastKnownHealth{State: api.HealthState(state), Cause: optionalAs[api.HealthCause](cause),
		Since:  utcPointer(since),
		Reason: optional(why)}
}

// displayDomain returns the Unicode form of a domain when it differs from the ASCII form and is
// safe to display.
func displayDomain(domain string) *string {
	if display, _ := weburl.Unicode(domain); display != domain {
		return &display
	}
	return nil
}

// toPerson converts the author of a change. A change without a person was made by a command.
func toPerson(p *source.Person) api.Person {
	if p == nil {
		return api.Person{Name: "Command line"}
	}
	return api.Person{Id: &p.ID, Email: p.Email, Name: identity.DisplayName(p.Name, p.Email)}
}

// toFacets converts facets, whose names are those of the contract.
func toFacets(f *sourcelist.Facets) (*api.Facets, error) {
	isUncounted := func(name sourcelist.Name) bool { return slices.Contains(f.Uncounted, name) }
	properties := map[sourcelist.Name]any{"uncounted": convertAll[api.FacetName](&f.Uncounted)}
	for name, counts := range f.Counts {
		properties[name] = mapAll(counts, func(c sourcelist.Count) api.FacetCount {
			if isUncounted(name) {
				return api.FacetCount{Value: c.Value}
			}
			return api.FacetCount{Value: c.Value, Count: &c.Count}
		})
	}
	out := &api.Facets{}
	return out, convertJSON(properties, out)
}

func fromEndpointCreate(b api.EndpointCreate) source.EndpointDetails {
	details := source.EndpointDetails{
		URL: b.Url, Kind: feed.Kind(b.Kind), Name: valueOrZero(b.Name), Section: valueOrZero(b.Section),
		Language: valueOrZero(b.Language), Intent: source.Intent(valueOrZero(b.Intent)),
		ReadSettings: source.ReadSettings{
			Charset: valueOrZero(b.Charset), DefaultZone: valueOrZero(b.DefaultZone),
			IdentityPolicy: feed.IdentityPolicy(valueOrZero(b.IdentityPolicy)), Recipe: fromRecipe(b.Recipe),
		},
		Schedule: fromSchedule(b.Schedule),
	}
	details.SetCredentials(fromCredentials(b.Credentials))
	return details
}

func toEndpoint(e source.Endpoint) api.Endpoint {
	return api.Endpoint{
		Id: e.ID, SourceId: e.SourceID, Kind: api.EndpointKind(e.Kind), Url: e.URL, UrlEntered: e.URLEntered,
		Name: optional(e.Name), Section: optional(e.Section), Language: optional(e.Language),
		Charset: optional(e.Charset), DefaultZone: optional(e.DefaultZone),
		IdentityPolicy: optionalAs[api.IdentityPolicy](e.IdentityPolicy),
		Recipe:         toRecipe(e.Recipe), Schedule: toSchedule(e.Schedule), HasCredentials: e.HasCredentials,
		Intent: api.EndpointIntent(e.Intent), Version: e.Version,
		CreatedAt: utc(e.CreatedAt), UpdatedAt: utc(e.UpdatedAt),
	}
}

func fromCredentials(c *api.Credentials) *credential.Credentials {
	if c == nil {
		return nil
	}
	return &credential.Credentials{Username: c.Username, Password: c.Password}
}

func fromRecipe(r *api.Recipe) *pagelist.Recipe {
	if r == nil {
		return nil
	}
	return &pagelist.Recipe{List: r.List, Link: valueOrZero(r.Link), Title: valueOrZero(r.Title),
		Date:    valueOrZero(r.Date),
		Summary: valueOrZero(r.Summary), Author: valueOrZero(r.Author)}
}

func toRecipe(r *pagelist.Recipe) *api.Recipe {
	if r == nil {
		return nil
	}
	return &api.Recipe{List: r.List, Link: optional(r.Link), Title: optional(r.Title), Date: optional(r.Date),
		Summary: optional(r.Summary), Author: optional(r.Author)}
}

func toAuditEvent(e audit.Entry) api.AuditEvent {
	out := api.AuditEvent{Id: e.ID, At: utc(e.At), Action: e.Action, RequestId: optional(e.Actor.RequestID),
		ImportId: e.Actor.ImportID, ChangeSetId: e.Actor.ChangeSetID,
		ChangeSetChanged: optional(e.Changed)}
	out.Actor.Id, out.Actor.Email, out.Actor.Role = e.Actor.ActorID, e.Actor.Email, e.Actor.Role
	out.Actor.Name = identity.DisplayName(e.Actor.Name, e.Actor.Email)
	if e.Actor.TokenID != nil {
		out.Actor.Token = &struct {
			Id   uuid.UUID `json:"id"`
			Name string    `json:"name"`
		}{*e.Actor.TokenID, e.Actor.TokenName}
	}
	out.Target.Id, out.Target.Name, out.Target.Type = e.TargetID, e.TargetName, api.TargetType(e.TargetType)
	if e.SourceID != uuid.Nil {
		out.SourceId = &e.SourceID
	}
	out.Changes = toFieldChanges(e.Changes)
	return out
}

// decodeJSON decodes a value of a jsonb column, or returns nil when there is none.
func decodeJSON(raw json.RawMessage) any {
	var value any
	if len(raw) > 0 {
		_ = json.Unmarshal(raw, &value) // PostgreSQL has validated it
	}
	return value
}

func toImport(i transfer.Import) api.Import {
	return api.Import{
		Id: i.ID, Filename: i.Filename, Format: api.ImportFormat(i.Format), State: api.ImportState(i.State),
		Counts: toTableCounts(i.Counts), Error: optional(i.Error), Total: i.Total,
		Created: i.Created, Exists: i.Exists, Invalid: i.Invalid, Pending: i.Pending, Recovered: i.Recovered,
		Removed: optional(i.Removed), Notes: optionalList(i.Notes), Incomplete: optional(i.Incomplete), UndoneAt: i.UndoneAt,
		ChangeSetId: i.ChangeSet, UndoId: i.UndoID, UndoProposed: optional(i.UndoProposed),
		CreatedAt: utc(i.CreatedAt), FinishedAt: i.FinishedAt, CreatedBy: toPerson(i.CreatedBy),
	}
}

func optionalList(list []string) *[]string {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// maxDryRunItems limits the sources and the rows of a dry run in a response.
const maxDryRunItems = 500

func toImportDryRun(d *transfer.DryRun) api.ImportDryRun {
	run := api.ImportDryRun{
		Total: d.Total, Created: d.Created, Exists: d.Exists, Invalid: d.Invalid, Recovered: d.Recovered,
		Notes: append([]string{},
			d.Notes...), Incomplete: d.Incomplete, Sources: []api.ImportDryRunSource{}, Rows: []api.ImportRow{},
	}
	for _, s := range d.Sources[:min(len(d.Sources), maxDryRunItems)] {
		run.Sources = append(run.Sources, api.ImportDryRunSource{
			Name: s.Name, HomepageUrl: s.HomepageURL, Outlet: s.Outlet.Domain + s.Outlet.PathPrefix, Endpoints: s.Endpoints,
		})
	}
	for _, r := range d.Rows {
		if (r.Result != transfer.Created || r.Recovered) && len(run.Rows) < maxDryRunItems {
			run.Rows = append(run.Rows, toImportRow(r))
		}
	}
	return run
}

func toImportRow(r transfer.Row) api.ImportRow {
	return api.ImportRow{
		Number: r.Number, Line: r.Line, Title: r.Title, Url: r.URL, Tags: r.Tags, Result: api.ImportResult(r.Result),
		Recovered: r.Recovered, Reason: optional(r.Reason), Repair: optional(r.Repair), SourceId: r.SourceID,
		SourceName: optional(r.SourceName),
	}
}
