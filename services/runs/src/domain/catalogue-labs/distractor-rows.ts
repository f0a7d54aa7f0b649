/**
 * Made-up tools of many trades: `name | description | parameters`, a required parameter with `!`. Their order and their
 * words are fixed, so that a lab can be repeated; new rows are added at the end.
 */
export const DISTRACTOR_ROWS = `
weather_now | Tells the present temperature, wind and sky for a town. | town! country
weather_week | Forecasts the weather of the next seven days for a town. | town! units
storm_alerts | Lists storm warnings that are in force in a region. | region!
tide_table | Gives the times of high and low water at a harbour. | harbour! date!
air_quality | Reads the share of fine dust and ozone at the nearest station. | latitude:number! longitude:number!
sun_times | Computes when the sun rises and sets at a place. | latitude:number! longitude:number! date
snow_depth | Reports how deep the snow lies on a mountain. | mountain!
pollen_count | Tells how much pollen of each kind is in the air of a region. | region!
earthquake_feed | Lists earthquakes above a magnitude since a date. | minimum:number since
river_level | Reads the water level of a river at a gauge. | gauge!
flight_find | Finds flights between two airports on a day. | from! to! date! cabin
flight_status | Tells whether a flight is on time, late or cancelled. | flight! date!
train_timetable | Lists trains between two stations after a time. | from! to! after
train_seat_book | Books a seat on a train. | train! date! passenger! quietCar:boolean
hotel_search | Finds free hotel rooms in a town between two dates. | town! arrival! departure! guests:integer
hotel_cancel | Cancels a hotel booking and tells the fee. | booking!
car_hire_quote | Quotes the price of a hired car for some days. | station! days:integer! class
visa_rules | Tells whether a traveller needs a visa for a country. | citizenship! destination!
ferry_routes | Lists ferry lines that leave a port. | port!
lounge_access | Checks which airport lounges a ticket opens. | ticket!
invoice_create | Writes an invoice to a customer with its positions. | customer! positions:array! dueDate
invoice_send | Mails an invoice to its customer. | invoice!
invoice_void | Declares an invoice void and books the reversal. | invoice! reason!
payment_match | Matches an incoming payment with open invoices. | payment!
ledger_entries | Lists the bookings of an account in a period. | account! from! to!
tax_rate_lookup | Looks up the sales tax of a kind of goods in a country. | country! goods!
expense_submit | Hands in an expense with its receipt for approval. | amount:number! currency! receipt!
budget_left | Tells how much of a cost centre's budget is left this year. | costCentre!
bank_balance | Reads the balance of a bank account. | account!
currency_convert | Converts an amount of money at the rate of a day. | amount:number! from! to! date
ticket_open | Opens a support ticket for a customer. | customer! subject! text!
ticket_assign | Gives a support ticket to a colleague. | ticket! colleague!
ticket_close | Closes a support ticket with a solution. | ticket! solution!
ticket_history | Shows everything that was said in a support ticket. | ticket!
macro_apply | Answers a ticket with a prepared text. | ticket! macro!
satisfaction_scores | Sums up how content customers were with their tickets. | from! to!
escalation_raise | Raises a ticket to the next level of support. | ticket! reason!
help_article_find | Finds articles of the help centre about a question. | question!
callback_book | Books a time at which a customer is called back. | customer! time!
queue_length | Tells how many tickets wait in each queue. | team
repo_branches | Lists the branches of a code repository. | repository!
repo_file_read | Reads a file of a repository at a revision. | repository! path! revision
pull_request_open | Opens a pull request from one branch into another. | repository! from! into! title!
pull_request_review | Leaves a review on a pull request. | pullRequest! verdict! text
issue_label | Puts labels on an issue of a repository. | issue! labels:array!
commit_blame | Tells who last changed each line of a file. | repository! path!
release_tag | Tags a revision as a release. | repository! revision! version!
build_start | Starts a build of a branch. | repository! branch!
build_log | Reads the log of a build. | build! tail:integer
dependency_audit | Lists known weaknesses of a project's dependencies. | repository!
pod_list | Lists the pods of a namespace with their state. | namespace!
deployment_scale | Changes how many copies of a deployment run. | deployment! copies:integer!
node_drain | Moves all work away from a node before maintenance. | node!
certificate_expiry | Tells when the certificate of a host name runs out. | host!
dns_record_set | Sets a record of a DNS zone. | zone! name! type! value!
log_query | Searches the logs of a service in a period. | service! text! from to
metric_graph | Draws a metric of a service over time. | metric! from! to!
incident_declare | Declares an incident and calls the team on duty. | title! severity!
on_call_now | Tells who is on duty for a team now. | team!
feature_flag_set | Switches a feature on or off for a share of users. | flag! share:number!
lead_add | Adds a possible customer to the sales pipeline. | name! company! source
deal_move | Moves a deal to another stage of the pipeline. | deal! stage!
quote_prepare | Prepares a quote for a customer from the price list. | customer! items:array!
contact_merge | Joins two contacts that are the same person. | keep! drop!
territory_of | Tells which sales region a postcode belongs to. | postcode!
forecast_sales | Forecasts the sales of the next quarter from open deals. | quarter!
call_note_add | Adds a note about a phone call to a contact. | contact! text!
discount_approve | Approves a discount on a quote. | quote! percent:number!
competitor_card | Shows what is known about a competitor. | competitor!
contract_renewals | Lists contracts that end within some days. | days:integer!
employee_find | Finds a colleague by name, team or skill. | query!
leave_request | Asks for days off. | from! to! kind
leave_balance | Tells how many days off are left this year. | employee!
payslip_read | Reads the payslip of a month. | employee! month!
shift_swap | Swaps a shift with a colleague. | shift! colleague!
job_post | Publishes an open position. | title! text! location
applicant_rate | Rates an applicant after an interview. | applicant! score:integer! note
training_enrol | Enrols a colleague in a training. | training! employee!
org_chart | Shows who reports to whom in a department. | department!
badge_block | Blocks a lost door badge at once. | badge!
recipe_find | Finds recipes by what is in the kitchen. | ingredients:array!
recipe_scale | Scales the amounts of a recipe to another number of plates. | recipe! plates:integer!
nutrition_facts | Tells calories and nutrients of a dish. | dish! grams:number
pantry_update | Notes what was used up in the pantry. | item! amount:number!
shopping_list_add | Adds things to the shopping list of the household. | items:array!
wine_pairing | Suggests a wine that goes with a dish. | dish!
restaurant_table | Books a table in a restaurant. | restaurant! time! guests:integer!
menu_of_day | Reads today's menu of a canteen. | canteen!
allergen_check | Checks a dish for allergens. | dish! allergens:array!
delivery_order | Orders food for delivery to an address. | restaurant! dishes:array! address!
playlist_make | Makes a playlist from songs of a mood. | mood! length:integer
song_lyrics | Shows the words of a song. | title! artist
concert_dates | Lists concerts of an artist near a town. | artist! town
film_showtimes | Lists when and where a film is shown. | film! town!
series_progress | Tells which episode of a series comes next. | series!
podcast_subscribe | Subscribes to a podcast. | podcast!
game_scores | Lists the best scores of a game. | game! limit:integer
museum_hours | Tells when a museum is open. | museum! date
theatre_seats | Shows free seats of a performance. | performance!
trivia_question | Asks a question of a quiz about a topic. | topic! level
patient_find | Finds a patient by name and day of birth. | name! born!
appointment_slots | Lists free appointments of a doctor. | doctor! from
appointment_book | Books an appointment for a patient. | patient! slot!
lab_results_read | Reads the laboratory results of a patient. | patient! since
prescription_renew | Renews a prescription of a patient. | prescription!
drug_interactions | Checks drugs for effects on each other. | drugs:array!
vaccination_record | Shows which vaccinations a patient had. | patient!
ward_beds | Tells how many beds are free on a ward. | ward!
referral_write | Writes a referral to a specialist. | patient! specialty! reason!
symptom_triage | Tells how urgent symptoms are. | symptoms:array! age:integer
parcel_track | Follows a parcel on its way. | tracking!
parcel_label | Prints the label of a parcel. | sender! receiver! weight:number!
parcel_price | Quotes what a parcel costs to send. | from! to! weight:number!
pickup_schedule | Has a courier pick up parcels. | address! date! parcels:integer
warehouse_stock | Tells how many pieces of an article lie in a warehouse. | article! warehouse
stock_transfer | Moves goods from one warehouse to another. | article! from! to! pieces:integer!
stocktake_record | Records the count of a shelf. | shelf! counts:array!
route_plan | Plans the shortest round through several stops. | stops:array! start
truck_position | Tells where a truck is now. | truck!
customs_code | Finds the customs code of goods. | goods!
product_search | Finds products of a shop by words and price. | words! maxPrice:number
product_reviews | Reads what buyers say about a product. | product!
cart_add | Puts a product into the shopping cart. | product! pieces:integer
cart_checkout | Buys everything that is in the cart. | address! payment!
order_return | Registers that goods of an order come back. | order! items:array! reason
coupon_redeem | Redeems a coupon for the cart. | code!
price_watch | Tells when a product becomes cheaper than a price. | product! price:number!
gift_card_balance | Reads how much is left on a gift card. | card!
wishlist_share | Shares a wish list with a friend. | wishlist! friend!
size_advice | Suggests the size of a garment for a body. | garment! height:number! weight:number
lamp_switch | Switches a lamp on or off. | lamp! on:boolean!
heating_set | Sets the temperature of a room. | room! degrees:number!
door_lock | Locks or unlocks a door. | door! locked:boolean!
camera_snapshot | Takes a picture with a camera of the house. | camera!
blinds_move | Moves the blinds of a window. | window! percent:integer!
energy_use | Tells how much power the house used in a period. | from! to!
robot_vacuum_start | Sends the vacuum robot into a room. | room!
alarm_arm | Arms the alarm of the house. | mode!
garden_water | Waters a bed of the garden for some minutes. | bed! minutes:integer!
washing_done_at | Tells when the washing machine is done. | machine
event_add | Puts an event into a calendar. | title! start! end! guests:array
event_move | Moves an event of a calendar to another time. | event! start!
free_slots | Finds times at which several people are free. | people:array! minutes:integer!
meeting_room_book | Books a meeting room. | room! start! minutes:integer!
reminder_set | Reminds of something at a time. | text! time!
timer_start | Starts a kitchen timer. | minutes:integer!
world_clock | Tells what time it is in a town. | town!
holiday_list | Lists the public holidays of a country in a year. | country! year:integer!
birthday_next | Lists whose birthdays come next. | days:integer
agenda_print | Prints the agenda of a day. | date!
mail_search | Searches the mailbox for words, senders and dates. | query! folder
mail_send | Sends an e-mail. | to:array! subject! text!
mail_draft | Writes the draft of an e-mail without sending it. | to:array! subject text!
mail_archive | Moves mails out of the inbox. | mails:array!
mail_rule_add | Sorts future mails of a sender into a folder. | sender! folder!
chat_post | Posts a message into a channel of the team chat. | channel! text!
chat_thread_read | Reads a thread of the team chat. | channel! thread!
channel_create | Makes a channel in the team chat. | name! members:array
sms_send | Sends a text message to a phone. | number! text!
voicemail_read | Reads the transcript of a voice message. | message!
document_create | Makes a new document in the shared drive. | title! folder
document_share | Shares a document with people. | document! people:array! canEdit:boolean
document_export | Turns a document into a PDF. | document!
sheet_range_read | Reads cells of a spreadsheet. | sheet! range!
sheet_row_append | Adds a row to a spreadsheet. | sheet! cells:array!
slide_add | Adds a slide to a presentation. | presentation! title! text
comment_resolve | Marks a comment in a document as done. | comment!
folder_tree | Shows the folders of the shared drive. | root
file_restore | Restores a file from the bin. | file!
signature_request | Asks a person to sign a document. | document! signer!
image_resize | Changes the size of a picture. | image! width:integer! height:integer
image_describe | Says in words what a picture shows. | image!
image_background_cut | Cuts the background out of a picture. | image!
video_trim | Cuts a piece out of a video. | video! from:number! to:number!
video_subtitles | Writes subtitles for a video. | video! language
audio_transcribe | Writes down what is said in a recording. | audio! language
audio_denoise | Takes the noise out of a recording. | audio!
palette_suggest | Suggests colours that go together. | base! count:integer
font_match | Finds a font like the one in a picture. | image!
qr_code_make | Makes a QR code for a text. | text! size:integer
text_translate | Translates a text into another language. | text! into! from
text_summarise | Shortens a text to its main points. | text! sentences:integer
grammar_fix | Corrects the grammar of a text. | text! language
language_guess | Guesses the language of a text. | text!
synonym_list | Lists words with a similar meaning. | word! language
dictionary_entry | Looks up a word in a dictionary. | word! language
rhyme_find | Finds words that rhyme. | word!
reading_level | Tells how hard a text is to read. | text!
plagiarism_scan | Looks for passages that were published elsewhere. | text!
citation_format | Formats a source as a citation. | source! style!
paper_search | Finds scientific papers about a topic. | topic! since:integer
paper_cited_by | Lists papers that cite a paper. | paper!
patent_search | Finds patents about a technique. | technique! country
dataset_find | Finds public data sets about a topic. | topic!
statistic_series | Reads a time series of the statistical office. | series! from to
survey_results | Sums up the answers of a survey. | survey!
chemical_lookup | Looks up the properties of a compound. | compound!
gene_info | Tells what a gene is known for. | gene! species
star_position | Computes where a star stands in the sky. | star! latitude:number! longitude:number!
species_sightings | Lists where a species was seen lately. | species! region
unit_convert | Converts a quantity into another unit. | value:number! from! to!
equation_solve | Solves an equation for a variable. | equation! variable!
matrix_invert | Inverts a matrix. | matrix:array!
plot_function | Draws the graph of a function. | function! from:number! to:number!
random_pick | Picks something from a list by chance. | items:array!
prime_factors | Splits a number into its prime factors. | number:integer!
date_difference | Counts the days between two dates. | from! to!
loan_payment | Computes the monthly payment of a loan. | amount:number! rate:number! months:integer!
compound_interest | Computes what savings grow to. | amount:number! rate:number! years:integer!
roman_numeral | Writes a number in Roman numerals. | number:integer!
stock_quote | Reads the price of a share. | symbol!
stock_history | Reads past prices of a share. | symbol! from! to!
portfolio_value | Tells what a portfolio is worth. | portfolio!
order_place | Places an order to buy or sell shares. | symbol! side! pieces:integer!
dividend_dates | Lists when a share pays dividends. | symbol!
company_filings | Lists what a company reported to the regulator. | company! since
bond_yield | Computes the yield of a bond. | bond! price:number!
crypto_price | Reads the price of a crypto currency. | coin! currency
fund_compare | Compares the costs of investment funds. | funds:array!
credit_score | Reads the credit score of a person. | person!
property_search | Finds flats and houses for sale or rent. | town! rooms:integer maxPrice:number
property_value | Estimates what a property is worth. | address!
mortgage_rates | Lists interest rates of mortgages. | years:integer!
land_register | Looks up who owns a piece of land. | parcel!
viewing_book | Books a viewing of a property. | property! time!
rent_index | Tells the usual rent of a street. | street! town!
meter_reading_send | Sends the reading of a meter to the utility. | meter! value:number!
repair_request | Asks the landlord to repair something. | flat! text!
moving_quote | Quotes what moving house costs. | from! to! volume:number!
neighbourhood_facts | Tells about schools and shops of a neighbourhood. | address!
course_catalogue | Lists courses of a school. | subject level
course_join | Signs a student up for a course. | course! student!
homework_list | Lists homework that is due. | student! until
grade_enter | Enters the grade of a student. | student! course! grade!
flashcards_make | Makes flash cards from a text. | text! count:integer
tutor_find | Finds a tutor for a subject. | subject! language
library_loan | Lends a book to a reader. | book! reader!
library_fines | Tells what a reader owes the library. | reader!
timetable_of_class | Shows the timetable of a class. | class!
exam_schedule | Lists when exams are held. | term!
match_results | Lists results of a league. | league! date
team_standings | Shows the table of a league. | league!
player_statistics | Reads the statistics of a player. | player! season
workout_log | Records a workout. | kind! minutes:integer! distance:number
training_plan | Makes a training plan for a goal. | goal! weeks:integer!
heart_rate_zones | Computes the heart rate zones of an age. | age:integer!
trail_find | Finds hiking trails near a place. | place! maxKm:number
ski_lift_status | Tells which ski lifts run. | resort!
gym_checkin | Checks a member in at the gym. | member!
court_reserve | Reserves a tennis court. | court! time!
vehicle_lookup | Looks up a vehicle by its number plate. | plate!
charging_points | Finds free charging points near a place. | latitude:number! longitude:number!
fuel_prices | Lists fuel prices near a place. | town! fuel
parking_pay | Pays for parking. | zone! plate! minutes:integer!
traffic_jams | Lists traffic jams on a road. | road!
bike_rent | Unlocks a rental bike. | bike!
transit_disruptions | Lists disruptions of a bus or tram line. | line!
toll_cost | Computes the toll of a journey by car. | from! to! class
inspection_due | Tells when a vehicle has to be inspected. | plate!
tyre_pressure | Tells the right tyre pressure of a car model. | model! load
law_search | Finds sections of the law about a question. | question! country!
court_dates | Lists hearings of a court. | court! date!
permit_apply | Applies for a building permit. | address! project!
company_register | Looks up a company in the commercial register. | name! country
passport_appointment | Books an appointment at the passport office. | office! from
voting_place | Tells where a citizen votes. | address!
waste_calendar | Lists when rubbish is collected. | address!
pet_register | Registers a pet with the town. | kind! name! owner!
noise_complaint | Reports noise to the public order office. | address! text!
grant_programmes | Lists public funding for a purpose. | purpose! country
seed_catalogue | Finds seeds by climate and month. | month! climate
crop_rotation | Suggests what to plant after a crop. | crop!
soil_report | Reads the soil analysis of a field. | field!
livestock_record | Records the weight of an animal. | animal! weight:number!
harvest_forecast | Forecasts the yield of a field. | field! crop!
tractor_dispatch | Sends a tractor to a field. | tractor! field! task!
milk_yield | Tells how much milk a herd gave. | herd! date
greenhouse_climate | Sets temperature and moisture of a greenhouse. | house! degrees:number moisture:number
pest_identify | Identifies a pest from a picture. | image!
market_prices | Lists prices of farm goods at a market. | market! goods
`;
