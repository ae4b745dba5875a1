// Package convert converts between the generated types of the contract and those of the domain:
// From… reads a request, To… writes a response. The values of enums are the same texts in both.
package convert

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func FromSourceCreate(b api.SourceCreate, logo source.Logo) source.CreateInput {
	input := source.CreateInput{
		Details: source.Details{
			Name: b.Name, HomepageURL: b.HomepageUrl, Lifecycle: source.Lifecycle(OrZero(b.Lifecycle)),
			MediaType: source.MediaType(OrZero(b.MediaType)), Country: OrZero(b.Country),
			Region:    OrZero(b.Region),
			Languages: OrZero(b.Languages), Scope: source.Scope(OrZero(b.Scope)), Tier: b.Tier,
			Paywall: source.Paywall(OrZero(b.Paywall)), Rights: source.Rights(OrZero(b.Rights)),
			RightsNote: OrZero(b.RightsNote), Owner: OrZero(b.Owner), Notes: OrZero(b.Notes),
			Tags: OrZero(b.Tags), Aliases: All(OrZero(b.Aliases), FromAlias), ParentID: b.ParentId,
		},
		Endpoints: All(OrZero(b.Endpoints), FromEndpointCreate), DuplicateReason: OrZero(b.DuplicateReason),
	}
	input.SetLogo(logo)
	return input
}

func ToSource(s *source.Source) api.Source {
	return api.Source{MirroredSource: ToMirroredSource(s), CreatedBy: ToPerson(s.CreatedBy),
		UpdatedBy: ToPerson(s.UpdatedBy)}
}

// ToMirroredSource converts a source without the members who changed it, whose names change without a
// change of the source.
func ToMirroredSource(s *source.Source) api.MirroredSource {
	return api.MirroredSource{
		Id: s.ID, Name: s.Name, HomepageUrl: s.HomepageURL, CanonicalDomain: s.Domain, DisplayDomain: DisplayDomain(s.Domain),
		PathPrefix: s.PathPrefix, Lifecycle: api.Lifecycle(s.Lifecycle), PausedUntil: s.PausedUntil,
		PauseReason: Optional(s.PauseReason),
		MediaType:   OptionalAs[api.MediaType](s.MediaType), Country: Optional(s.Country), Region: Optional(s.Region),
		Languages: s.Languages, Scope: OptionalAs[api.Scope](s.Scope), Tier: s.Tier, Paywall: api.Paywall(s.Paywall),
		Rights:     api.Rights(s.Rights),
		RightsNote: Optional(s.RightsNote), Owner: Optional(s.Owner), Notes: Optional(s.Notes), Tags: s.Tags,
		Logo: Optional(s.Logo), Aliases: toAliases(s.Aliases), MergedInto: s.MergedInto,
		ParentId:    s.ParentID,
		NameDerived: Optional(s.IsNameDerived), HomepageDerived: Optional(s.IsHomepageDerived),
		Endpoints: All(s.Endpoints, ToEndpoint), Version: s.Version, CreatedAt: UTC(s.CreatedAt),
		UpdatedAt:  UTC(s.UpdatedAt),
		ArchivedAt: s.ArchivedAt,
	}
}

func FromAlias(a api.AliasInput) source.Alias {
	return source.Alias{Kind: string(a.Kind), Value: a.Value, From: dayText(a.From), To: dayText(a.To),
		Origin: string(OrZero(a.Origin))}
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
	_ = JSON(list, &aliases) // the same names and texts
	return &aliases
}

// ToLastKnown converts the health before an incident, with its cause in words.
func ToLastKnown(state health.State, cause health.Cause, since *time.Time, why string) *api.LastKnownHealth {
	return &api.LastKnownHealth{State: api.HealthState(state), Cause: OptionalAs[api.HealthCause](cause),
		Since:  UTCPointer(since),
		Reason: Optional(why)}
}

// DisplayDomain returns the Unicode form of a domain when it differs from the ASCII form and is
// safe to display.
func DisplayDomain(domain string) *string {
	if display, _ := weburl.Unicode(domain); display != domain {
		return &display
	}
	return nil
}

// ToPerson converts the author of a change. A change without a person was made by a command.
func ToPerson(p *source.Person) api.Person {
	if p == nil {
		return api.Person{Name: "Command line"}
	}
	return api.Person{Id: &p.ID, Email: p.Email, Name: identity.DisplayName(p.Name, p.Email)}
}

func FromEndpointCreate(b api.EndpointCreate) source.EndpointDetails {
	details := source.EndpointDetails{
		URL: b.Url, Kind: feed.Kind(b.Kind), Name: OrZero(b.Name), Section: OrZero(b.Section),
		Language: OrZero(b.Language), Intent: source.Intent(OrZero(b.Intent)),
		ReadSettings: source.ReadSettings{
			Charset: OrZero(b.Charset), DefaultZone: OrZero(b.DefaultZone),
			IdentityPolicy: feed.IdentityPolicy(OrZero(b.IdentityPolicy)), Recipe: FromRecipe(b.Recipe),
		},
		Schedule: FromSchedule(b.Schedule),
	}
	details.SetCredentials(FromCredentials(b.Credentials))
	return details
}

func ToEndpoint(e source.Endpoint) api.Endpoint {
	return api.Endpoint{
		Id: e.ID, SourceId: e.SourceID, Kind: api.EndpointKind(e.Kind), Url: e.URL, UrlEntered: e.URLEntered,
		Name: Optional(e.Name), Section: Optional(e.Section), Language: Optional(e.Language),
		Charset: Optional(e.Charset), DefaultZone: Optional(e.DefaultZone),
		IdentityPolicy: OptionalAs[api.IdentityPolicy](e.IdentityPolicy),
		Recipe:         ToRecipe(e.Recipe), Schedule: toSchedule(e.Schedule), HasCredentials: e.HasCredentials,
		Intent: api.EndpointIntent(e.Intent), Version: e.Version,
		CreatedAt: UTC(e.CreatedAt), UpdatedAt: UTC(e.UpdatedAt),
	}
}

func FromCredentials(c *api.Credentials) *credential.Credentials {
	if c == nil {
		return nil
	}
	return &credential.Credentials{Username: c.Username, Password: c.Password}
}

func FromRecipe(r *api.Recipe) *pagelist.Recipe {
	if r == nil {
		return nil
	}
	return &pagelist.Recipe{List: r.List, Link: OrZero(r.Link), Title: OrZero(r.Title),
		Date:    OrZero(r.Date),
		Summary: OrZero(r.Summary), Author: OrZero(r.Author)}
}

func ToRecipe(r *pagelist.Recipe) *api.Recipe {
	if r == nil {
		return nil
	}
	return &api.Recipe{List: r.List, Link: Optional(r.Link), Title: Optional(r.Title), Date: Optional(r.Date),
		Summary: Optional(r.Summary), Author: Optional(r.Author)}
}

func FromSchedule(b *api.EndpointSchedule) *schedule.Spec {
	if b == nil {
		return nil
	}
	spec := &schedule.Spec{Mode: schedule.Mode(b.Mode), EverySeconds: OrZero(b.EverySeconds),
		Cron: OrZero(b.Cron), Zone: OrZero(b.Zone)}
	if w := b.Window; w != nil {
		spec.Window = &schedule.WindowSpec{Days: Texts[string](w.Days), From: w.From, To: w.To}
	}
	return spec
}

func toSchedule(s *schedule.Spec) *api.EndpointSchedule {
	if s == nil {
		return nil
	}
	out := &api.EndpointSchedule{Mode: api.EndpointScheduleMode(s.Mode), EverySeconds: Optional(s.EverySeconds),
		Cron: Optional(s.Cron), Zone: Optional(s.Zone)}
	if s.Window != nil {
		out.Window = &struct {
			Days *[]api.EndpointScheduleWindowDays `json:"days,omitempty"`
			From string                            `json:"from"`
			To   string                            `json:"to"`
		}{nil, s.Window.From, s.Window.To}
		if len(s.Window.Days) > 0 {
			days := Texts[api.EndpointScheduleWindowDays](&s.Window.Days)
			out.Window.Days = &days
		}
	}
	return out
}

// ToSourceWork converts the work on a source.
func ToSourceWork(w sourcelist.Work) api.SourceWork {
	out := api.SourceWork{Version: w.Version, SnoozedUntil: UTCPointer(w.SnoozedUntil)}
	if w.Assignee != nil {
		person := ToPerson(w.Assignee)
		out.Assignee = &person
	}
	return out
}

func ToMemberPerson(m people.Member) api.Person {
	return api.Person{Id: &m.ID, Email: m.Email, Name: identity.DisplayName(m.Name, m.Email)}
}
