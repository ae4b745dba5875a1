package pagelist

import (
	"fmt"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Recipe selects the items of a page with CSS selectors. All selectors but List apply inside an
// item, and the first match counts. They may end in "@attribute", as in "time@datetime".
type Recipe struct {
	List    string `json:"list"`              // the items; matches inside an item are ignored
	Link    string `json:"link,omitempty"`    // default: the first link
	Title   string `json:"title,omitempty"`   // default: the text of the link
	Date    string `json:"date,omitempty"`    // default: the first time element
	Summary string `json:"summary,omitempty"` // default: none
	Author  string `json:"author,omitempty"`  // default: none
}

// Limits of a selector, far above those of hand-written ones.
const (
	maxSelector     = 300 // bytes
	maxSteps        = 8   // separated by spaces and ">"
	maxAlternatives = 8   // separated by commas
	maxNth          = 100 // in ":nth-child(n)", which takes time in proportion to n
)

// Validate checks the selectors. The error is a *feed.Error with the name of the field and a text
// for users.
func (r *Recipe) Validate() error {
	_, err := r.compile()
	return err
}

// Trimmed returns the recipe without white space around its selectors.
func (r *Recipe) Trimmed() Recipe {
	return Recipe{
		List: strings.TrimSpace(r.List), Link: strings.TrimSpace(r.Link), Title: strings.TrimSpace(r.Title),
		Date: strings.TrimSpace(r.Date), Summary: strings.TrimSpace(r.Summary), Author: strings.TrimSpace(r.Author),
	}
}

// CodeRecipe is the code of an invalid recipe.
const CodeRecipe feed.Code = "recipe"

// compiledRecipe is a parsed recipe.
type compiledRecipe struct {
	list, link, title, date, summary, author target
}

// target is a parsed selector with its attribute.
type target struct {
	selector  selector
	attribute string
}

func (t target) isSet() bool { return len(t.selector) > 0 || t.attribute != "" }

func (r *Recipe) compile() (*compiledRecipe, error) {
	c := &compiledRecipe{}
	for _, field := range []struct {
		name, text string
		to         *target
	}{
		{"list", r.List, &c.list}, {"link", r.Link, &c.link}, {"title", r.Title, &c.title},
		{"date", r.Date, &c.date}, {"summary", r.Summary, &c.summary}, {"author", r.Author, &c.author},
	} {
		found, err := compileTarget(field.text)
		if err != nil {
			return nil, invalidField(field.name, fmt.Sprintf("The selector for %q can't be used: %s.", field.name, err))
		}
		*field.to = found
	}
	switch {
	case len(c.list.selector) == 0:
		return nil, invalidField("list", `The recipe needs a selector for "list": the elements that are items.`)
	case c.list.attribute != "":
		return nil, invalidField("list", `The selector for "list" can't end in an attribute: the items are elements.`)
	}
	return c, nil
}

// invalidField returns the error for a field of a recipe.
func invalidField(name, detail string) error {
	return &feed.Error{Code: CodeRecipe, Detail: detail, Field: name}
}

func compileTarget(text string) (target, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return target{}, nil
	}
	if len(text) > maxSelector {
		return target{}, fmt.Errorf("it is longer than %d characters", maxSelector)
	}
	var t target
	if i := strings.LastIndexByte(text, '@'); i >= 0 && !strings.ContainsAny(text[i:], `])"'`) {
		t.attribute = strings.ToLower(strings.TrimSpace(text[i+1:]))
		text = strings.TrimSpace(text[:i])
		if t.attribute == "" || strings.Trim(t.attribute, "abcdefghijklmnopqrstuvwxyz0123456789-_:") != "" {
			return target{}, fmt.Errorf("“%s” after the “@” is not the name of an attribute", t.attribute)
		}
		if text == "" { // an attribute of the item
			return t, nil
		}
	}
	var err error
	t.selector, err = compileSelector(text)
	return t, err
}
