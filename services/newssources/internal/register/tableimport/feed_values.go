package tableimport

import (
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// feedValues are the values of an endpoint. Its columns are those of the first endpoint.
type feedValues struct {
	addresses []string // in the cell of the address, which may have several
	address   string
	urlKey    string
	values    []assignment
}

// retiredSuffix distinguishes a retired endpoint from others with its address, which may be live.
const retiredSuffix = " retired"

// isRetired reports whether the endpoint is retired in the file.
func (f *feedValues) isRetired() bool {
	return slices.ContainsFunc(f.values, func(a assignment) bool {
		return listfile.FieldOf(a.column.Key) == "feed_intent" && a.text == string(source.EndpointRetired)
	})
}

// key returns what distinguishes the endpoint from others of the file.
func (f *feedValues) key() string {
	if f.isRetired() {
		return f.urlKey + retiredSuffix
	}
	return f.urlKey
}

// addFeeds adds an endpoint for each address of a cell, with the values of its columns. The name is that of the first
// endpoint. Without an address, the values have no meaning.
func (p *parsed) addFeeds(of *feedValues) error {
	for n, text := range of.addresses {
		if text == "" {
			continue
		}
		address, err := weburl.Parse(text)
		if err != nil {
			return err
		}
		f := feedValues{address: text, urlKey: address.Key(), values: of.values}
		if n > 0 {
			f.values = slices.DeleteFunc(slices.Clone(f.values), func(a assignment) bool {
				return listfile.FieldOf(a.column.Key) == "feed_name"
			})
		}
		p.feeds = append(p.feeds, f)
	}
	return nil
}

// feedNumber returns the number of the endpoint of a target, and reports whether the target belongs to one.
func feedNumber(target string) (number string, isFeed bool) {
	rest, isFeed := strings.CutPrefix(target, "feed")
	if !isFeed {
		return "", false
	}
	number, _, _ = strings.Cut(strings.TrimPrefix(rest, "_"), "_")
	if number == "" || number[0] < '0' || number[0] > '9' {
		number = "1"
	}
	return number, true
}

// endpoint returns the details of an endpoint with the values of the row.
func (f *feedValues) endpoint(before source.EndpointDetails) (source.EndpointDetails, error) {
	record := listfile.Record{Endpoints: []listfile.Endpoint{{
		URL: before.URL, Kind: before.Kind, Name: before.Name, Section: before.Section, Language: before.Language,
		Intent: before.Intent, Charset: before.Charset, DefaultZone: before.DefaultZone,
		IdentityPolicy: before.IdentityPolicy, Schedule: before.Schedule, Recipe: before.Recipe,
	}}}
	for _, a := range f.values {
		first, _ := listfile.ColumnByKey(listfile.FieldOf(a.column.Key))
		if err := first.Put(&record, a.text); err != nil {
			return before, err
		}
	}
	after, e := before, record.Endpoints[0]
	after.Kind, after.Name, after.Section, after.Language = e.Kind, e.Name, e.Section, e.Language
	after.Intent, after.Charset, after.DefaultZone = e.Intent, e.Charset, e.DefaultZone
	after.IdentityPolicy, after.Schedule, after.Recipe = e.IdentityPolicy, e.Schedule, e.Recipe
	return after, nil
}

// newEndpoint returns the details of a new endpoint.
func (f *feedValues) newEndpoint() (source.EndpointDetails, error) {
	d, err := f.endpoint(source.EndpointDetails{URL: f.address})
	if d.Kind == "" {
		d.Kind = kindOf(f.address)
	}
	if err == nil {
		err = d.Validate()
	}
	return d, err
}

// kindOf guesses the kind of an endpoint by its address. Lists rarely have a column with the kind.
func kindOf(address string) feed.Kind {
	lower := strings.ToLower(address)
	switch {
	case strings.Contains(lower, "sitemap") && strings.Contains(lower, "news"):
		return feed.NewsSitemap
	case strings.Contains(lower, "sitemap"):
		return feed.Sitemap
	case strings.Contains(lower, "atom"):
		return feed.Atom
	case strings.HasSuffix(lower, ".json"):
		return feed.JSONFeed
	case strings.HasSuffix(lower, ".rdf"):
		return feed.RDF
	}
	return feed.RSS
}
