package discover

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// hider removes the secrets of the given address from results: some sites repeat them in titles,
// links, redirects and error pages.
type hider struct {
	texts     secrettext.Secrets // the password, and the access keys in the query of the address
	addresses secrettext.Secrets // the password only: the access keys are part of the addresses that a person saves
}

func newHider(given weburl.URL, c credentials) hider {
	passwords := secrettext.OfPassword(c.username, c.password)
	return hider{texts: secrettext.New(append(slices.Clone(passwords), given.SecretParameters()...)),
		addresses: secrettext.New(passwords)}
}

// event returns an event without secrets. The given one is unchanged, because the discovery still
// uses its contents.
func (h hider) event(e Event) Event {
	if e.Reached != nil {
		reached := *e.Reached
		reached.Detail, reached.FinalURL, reached.Hops = h.texts.Replace(reached.Detail),
			h.addresses.Replace(reached.FinalURL), h.hops(reached.Hops)
		e.Reached = &reached
	}
	if e.Candidate != nil {
		shown := h.candidate(*e.Candidate)
		e.Candidate = &shown
	}
	if e.Attempt != nil {
		attempt := *e.Attempt
		attempt.URL, attempt.Detail = h.addresses.Replace(attempt.URL), h.texts.Replace(attempt.Detail)
		e.Attempt = &attempt
	}
	if e.Field != nil {
		field := *e.Field
		field.Value, field.From = h.texts.Replace(field.Value), h.texts.Replace(field.From)
		e.Field = &field
	}
	if e.Done != nil {
		done := *e.Done
		done.Reason = h.texts.Replace(done.Reason)
		e.Done = &done
	}
	return e
}

func (h hider) candidate(c Candidate) Candidate {
	c.URL, c.FinalURL, c.AnnouncedBy = h.addresses.Replace(c.URL), h.addresses.Replace(c.FinalURL),
		h.addresses.Replace(c.AnnouncedBy)
	c.Title, c.Detail, c.Language = h.texts.Replace(c.Title), h.texts.Replace(c.Detail), h.texts.Replace(c.Language)
	c.Hops = h.hops(c.Hops)
	c.Warnings = slices.Clone(c.Warnings)
	for i, warning := range c.Warnings {
		c.Warnings[i] = h.addresses.Replace(warning) // names addresses to save
	}
	c.Preview = slices.Clone(c.Preview)
	for i, item := range c.Preview {
		item.Title, item.URL, item.Author = h.texts.Replace(item.Title), h.texts.Replace(item.URL),
			h.texts.Replace(item.Author)
		item.Summary, item.Identity = h.texts.Replace(item.Summary), h.texts.Replace(item.Identity)
		c.Preview[i] = item
	}
	if c.Overlap != nil {
		overlap := *c.Overlap
		overlap.URL, overlap.Title = h.addresses.Replace(overlap.URL), h.texts.Replace(overlap.Title)
		c.Overlap = &overlap
	}
	return c
}

func (h hider) hops(hops []Hop) []Hop {
	list := slices.Clone(hops)
	for i, hop := range list {
		list[i].URL, list[i].Location = h.addresses.Replace(hop.URL), h.addresses.Replace(hop.Location)
	}
	return list
}

func (h hider) preview(p *Preview) *Preview {
	shown := *p
	shown.Candidate = h.candidate(p.Candidate)
	shown.ContentType, shown.Charset = h.texts.Replace(p.ContentType), h.texts.Replace(p.Charset)
	shown.Headers = slices.Clone(p.Headers)
	for i, header := range shown.Headers {
		shown.Headers[i].Value = h.texts.Replace(header.Value)
	}
	return &shown
}
