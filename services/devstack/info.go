package main

import "github.com/newsources/newsources/services/devstack/simulator"

// info is the content of devstack.json: addresses and process ids for tests and tools. It contains
// passwords and keys, so only the user who started the stack may read the file.
type info struct {
	App          string         `json:"app"`
	API          string         `json:"api"`
	Metrics      string         `json:"metrics"`
	Worker       string         `json:"worker"` // probes and metrics of the worker
	DatabaseURL  string         `json:"database_url"`
	Keys         string         `json:"credentials_keys"`
	AuthEmulator string         `json:"auth_emulator"`
	ProjectID    string         `json:"project_id"`
	Demo         account        `json:"demo"`
	Simulator    simulatorInfo  `json:"simulator"`
	Inbox        inboxInfo      `json:"inbox"`
	PID          int            `json:"pid"`
	Children     map[string]int `json:"children"` // process ids by name, for tests that pause one
}

// simulatorInfo describes the simulated internet: its DNS server, the address of one site, and the
// names of all sites.
type simulatorInfo struct {
	DNS     string   `json:"dns"`
	Example string   `json:"example"`
	Sites   []string `json:"sites"`
	// Expectations are what discovery must propose for some of the sites.
	Expectations []simulator.Expectation `json:"expectations"`
}

// account holds the credentials of a demo account.
type account struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}
