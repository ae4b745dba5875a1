package main

import (
	"strings"
	"testing"
)

// TestNewSBOM checks that each module is listed once, sorted, with its package URL, and that a document without modules is an error.
func TestNewSBOM(t *testing.T) {
	t.Parallel()
	document, err := newSBOM(strings.NewReader("\nfalse b.example/x v1.2.0\nfalse a.example/y v0.1.0\ntrue example.org/main \nfalse b.example/x v1.2.0\n"))
	if err != nil {
		t.Fatal(err)
	}
	var purls []string
	for _, component := range document.Components {
		purls = append(purls, component.PURL)
	}
	if got := strings.Join(purls, " "); got != "pkg:golang/a.example/y@v0.1.0 pkg:golang/b.example/x@v1.2.0" {
		t.Errorf("the modules are %s", got)
	}
	if main := document.Metadata.Component; main.Name != "example.org/main" || main.Type != "application" {
		t.Errorf("the main module is %+v", main)
	}
	if _, err := newSBOM(strings.NewReader("\n")); err == nil {
		t.Error("a document without modules is accepted")
	}
}
