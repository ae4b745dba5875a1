package source

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Page is a homepage that may be that of a section or of a subdomain: several sources may have one domain.
type Page struct {
	Outlet          // with the path of the page
	Homepage string // the whole address
	host     string // the domain or its subdomain, without "www."
}

// NewPage returns the page with an address. It is empty if the address is that of an outlet on a platform.
func NewPage(address weburl.URL) Page {
	p := Page{Homepage: address.String(), host: address.Root().Key()}
	if p.Domain, p.PathPrefix = weburl.Outlet(address); p.PathPrefix != "" {
		return Page{}
	}
	if !strings.HasSuffix(p.host, "."+p.Domain) {
		p.host = p.Domain
	}
	p.PathPrefix = strings.TrimSuffix(address.Path(), "/")
	return p
}

// outletsOf returns the outlets to which an address may belong, the narrowest one first, such as that of a section.
func outletsOf(address weburl.URL) []Outlet {
	domain, prefix := weburl.Outlet(address)
	return append(NewPage(address).outlets(), Outlet{domain, prefix})
}

// outlets returns the outlets with the subdomain and the path of the page and their parents, the longest ones first.
func (p Page) outlets() (list []Outlet) {
	for host := p.host; ; _, host, _ = strings.Cut(host, ".") {
		for path := p.PathPrefix; path != ""; path = path[:strings.LastIndexByte(path, '/')] {
			list = append(list, Outlet{host, path})
		}
		if host == p.Domain {
			return list
		}
		list = append(list, Outlet{Domain: host})
	}
}

// withPathsOf returns the outlet and, before it, those with the longer paths of a homepage.
func (o Outlet) withPathsOf(homepage string) (list []Outlet) {
	if address, err := weburl.Parse(homepage); err == nil {
		list = slices.DeleteFunc(outletsOf(address), func(other Outlet) bool {
			return other.Domain != o.Domain || len(other.PathPrefix) <= len(o.PathPrefix)
		})
	}
	return append(list, o)
}

// At returns the outlet of a source that has the outlet o and a homepage, and reports whether the homepage lies within
// o. It is o if o is narrower than the outlet of the homepage alone, such as a section or a subdomain.
func (o Outlet) At(homepage string) (outlet Outlet, isWithin bool) {
	address, _ := weburl.Parse(homepage)
	outlet.Domain, outlet.PathPrefix = weburl.Outlet(address)
	isWithin = (o.Domain == outlet.Domain || strings.HasSuffix("."+address.Host(), "."+o.Domain)) &&
		strings.HasPrefix(address.Path()+"/", o.PathPrefix+"/")
	if isWithin && len(o.Domain+o.PathPrefix) > len(outlet.Domain+outlet.PathPrefix) {
		outlet = o
	}
	return outlet, isWithin
}

// FindPages returns, for each page, the outlet of the live source with the longest matching subdomain and path, or
// alias. A source with exactly this homepage precedes shorter matches.
func FindPages(ctx context.Context, tx postgres.Tx, pages []Page) (map[Page]Outlet, error) {
	found := map[Page]Outlet{}
	var outlets []Outlet
	var domains, homepages []string
	for _, p := range pages {
		for _, o := range p.outlets() {
			outlets, domains, homepages = append(outlets, o), append(domains, o.Domain), append(homepages, p.Homepage)
		}
	}
	if len(outlets) == 0 {
		return found, nil
	}
	byPath, err := FindSources(ctx, tx, outlets)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		SELECT canonical_domain, path_prefix, homepage_url
		FROM sources
		WHERE canonical_domain = ANY($1) AND homepage_url = ANY($2) AND path_prefix <> '' AND lifecycle <> 'archived'`,
		domains, homepages)
	if err != nil {
		return nil, err
	}
	byHomepage := map[string]Outlet{}
	var o Outlet
	var homepage string
	_, err = pgx.ForEachRow(rows, []any{&o.Domain, &o.PathPrefix, &homepage}, func() error {
		byHomepage[homepage] = o
		return nil
	})
	for _, p := range pages {
		for _, o := range p.outlets() {
			s, isFound := byPath[o]
			if !isFound || s.IsArchived {
				o, isFound = byHomepage[p.Homepage]
			}
			if isFound {
				found[p] = o
				break
			}
		}
	}
	return found, err
}
