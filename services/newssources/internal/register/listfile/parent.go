package listfile

import (
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// ParseParent returns the outlet of the Parent of a record: a domain with a path, or an address. The error can
// be shown to members.
func ParseParent(text string) (source.Outlet, error) {
	address, err := weburl.Parse(weburl.Clean(text))
	if err != nil {
		return source.Outlet{}, fmt.Errorf("“%s” is not a domain or an address. Enter the domain and path of the "+
			"parent, such as example.org/sport", textkey.Shorten(text, 80))
	}
	if page := source.NewPage(address); page.Domain != "" {
		return page.Outlet, nil
	}
	domain, path := weburl.Outlet(address)
	return source.Outlet{Domain: domain, PathPrefix: path}, nil
}
