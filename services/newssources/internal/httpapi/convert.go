package httpapi

import (
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

func newSource(b SourceCreate, logo source.Logo) source.CreateInput {
	made := source.CreateInput{
		Details: source.Details{
			Name: b.Name, HomepageURL: b.HomepageUrl, Lifecycle: source.Lifecycle(value(b.Lifecycle)), MediaType: source.MediaType(value(b.MediaType)),
			Country: value(b.Country), Region: value(b.Region), Languages: value(b.Languages), Scope: source.Scope(value(b.Scope)),
			Tier: b.Tier, Paywall: source.Paywall(value(b.Paywall)), Rights: source.Rights(value(b.Rights)), RightsNote: value(b.RightsNote),
			Owner: value(b.Owner), Notes: value(b.Notes), Tags: value(b.Tags),
		},
		Endpoints: each(value(b.Endpoints), newEndpoint), DuplicateReason: value(b.DuplicateReason),
	}
	made.SetLogo(logo)
	return made
}

// sourceChange applies a merge patch to the details of a source; a picture has been read before.
func sourceChange(b SourcePatch, logo source.Logo) func(*source.Details) {
	return func(d *source.Details) {
		if b.Logo.IsSpecified() {
			d.SetLogo(logo)
		}
		set(&d.Name, b.Name)
		set(&d.HomepageURL, b.HomepageUrl)
		setText(&d.Lifecycle, b.Lifecycle)
		setText(&d.Paywall, b.Paywall)
		setText(&d.Rights, b.Rights)
		assign(&d.PauseReason, b.PauseReason)
		assign(&d.Country, b.Country)
		assign(&d.Region, b.Region)
		assign(&d.Languages, b.Languages)
		assign(&d.RightsNote, b.RightsNote)
		assign(&d.Owner, b.Owner)
		assign(&d.Notes, b.Notes)
		assign(&d.Tags, b.Tags)
		assignText(&d.MediaType, b.MediaType)
		assignText(&d.Scope, b.Scope)
		assignPointer(&d.PausedUntil, b.PausedUntil)
		assignPointer(&d.Tier, b.Tier)
	}
}

func set[T any](target *T, p *T) {
	if p != nil {
		*target = *p
	}
}

func setText[D, T ~string](target *D, p *T) {
	if p != nil {
		*target = D(*p)
	}
}

func assignText[D, T ~string](target *D, member nullable.Nullable[T]) {
	var text T
	if member.IsSpecified() {
		assign(&text, member)
		*target = D(text)
	}
}

func assignPointer[T any](target **T, member nullable.Nullable[T]) {
	if member.IsSpecified() {
		*target = nil
		if got, err := member.Get(); err == nil {
			*target = &got
		}
	}
}

func toSource(s *source.Source) Source {
	return Source{
		Id: s.ID, Name: s.Name, HomepageUrl: s.HomepageURL, CanonicalDomain: s.Domain, DisplayDomain: displayDomain(s.Domain),
		PathPrefix: s.PathPrefix, Lifecycle: Lifecycle(s.Lifecycle), PausedUntil: s.PausedUntil, PauseReason: optional(s.PauseReason),
		MediaType: optionalAs[MediaType](s.MediaType), Country: optional(s.Country), Region: optional(s.Region),
		Languages: s.Languages, Scope: optionalAs[Scope](s.Scope), Tier: s.Tier, Paywall: Paywall(s.Paywall), Rights: Rights(s.Rights),
		RightsNote: optional(s.RightsNote), Owner: optional(s.Owner), Notes: optional(s.Notes), Tags: s.Tags, Logo: optional(s.Logo),
		Endpoints: each(s.Endpoints, toEndpoint), Version: s.Version, CreatedAt: utc(s.CreatedAt), UpdatedAt: utc(s.UpdatedAt),
		ArchivedAt: s.ArchivedAt, CreatedBy: toPerson(s.CreatedBy), UpdatedBy: toPerson(s.UpdatedBy),
	}
}

func toSourceRow(r source.Row) SourceRow {
	return SourceRow{
		Id: r.ID, Name: r.Name, HomepageUrl: r.HomepageURL, CanonicalDomain: r.Domain,
		DisplayDomain: displayDomain(r.Domain), PathPrefix: r.PathPrefix, Lifecycle: Lifecycle(r.Lifecycle),
		MediaType: optionalAs[MediaType](r.MediaType), Country: optional(r.Country), Region: optional(r.Region),
		Languages: r.Languages, Scope: optionalAs[Scope](r.Scope), Tier: r.Tier, Paywall: Paywall(r.Paywall), Rights: Rights(r.Rights),
		Owner: optional(r.Owner), Tags: r.Tags, Logo: optional(r.Logo), EndpointCount: r.EndpointCount,
		EndpointKinds: each(r.EndpointKinds, func(k feed.Kind) EndpointKind { return EndpointKind(k) }),
		Version:       r.Version, CreatedAt: utc(r.CreatedAt), UpdatedAt: utc(r.UpdatedAt),
	}
}

// displayDomain is the Unicode form of a domain, where that differs and is safe to show.
func displayDomain(domain string) *string {
	if display, _ := weburl.Unicode(domain); display != domain {
		return &display
	}
	return nil
}

// toPerson names who did it; without a person, it was a command.
func toPerson(p *source.Person) Person {
	if p == nil {
		return Person{Name: "Command line"}
	}
	return Person{Id: &p.ID, Email: p.Email, Name: or(p.Name, p.Email)}
}

func toFacets(f *source.Facets) *Facets {
	counts := func(list []source.Count) []FacetCount {
		return each(list, func(c source.Count) FacetCount { return FacetCount{Value: c.Value, Count: c.Count} })
	}
	return &Facets{Lifecycle: counts(f.Lifecycle), Tag: counts(f.Tag), Country: counts(f.Country),
		Language: counts(f.Language), Kind: counts(f.Kind)}
}

func utc(t time.Time) time.Time { return t.UTC() }
